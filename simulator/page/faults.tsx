/** @jsxRuntime automatic @jsxImportSource preact */
import { placedOperations } from '../../scripts/interface-document';
import { openApiDocument } from '../document';
import type { Fault, FaultEffect } from '../faults';
import { magicAddresses } from '../magic-numbers';

/** What can happen: what happens to the magic numbers, and a delay. */
const effects: ReadonlyArray<[name: string, effect: FaultEffect]> = [
	...magicAddresses.flatMap(({ outcome, effect, times }): Array<[string, FaultEffect]> =>
		effect && !times ? [[outcome.replace(/[`.]/g, ''), effect]] : [],
	),
	['5 s late', { kind: 'latency', ms: 5_000 }],
];

/** The operations of the service, as people name them. */
const operationNames = new Map(
	placedOperations(openApiDocument()).map(({ operationId, summary }) => [operationId, summary]),
);

function faultWords({ effect, match, left }: Fault): string {
	const name = effects.find(([, known]) => JSON.stringify(known) === JSON.stringify(effect))?.[0];
	const matched = Object.values(match).map((value) => operationNames.get(String(value)) ?? value);
	const what = matched.join(', ') || 'any request';
	return `${name ?? JSON.stringify(effect)}: ${what}, ${left === Infinity ? 'always' : `${left} times`}`;
}

function Choice({ label, options }: { label: string; options: ReadonlyArray<[name: string, part: object]> }) {
	return (
		<label>
			{label}
			<select name="json">
				{options.map(([name, part]) => (
					<option value={JSON.stringify(part)}>{name}</option>
				))}
			</select>
		</label>
	);
}

/** The menu of faults: what goes wrong, with which requests, how often; and those that are still to come. */
export function MakeItFail({ faults, person }: { faults: readonly Fault[]; person: string }) {
	const operations = [...operationNames].map(([operationId, name]): [string, object] => [
		name,
		{ match: { operationId } },
	]);
	const present = faults.filter(({ left }) => left > 0);
	return (
		<details id="faults" name="menu">
			<summary class={present.length > 0 ? 'bad' : ''}>
				Make it fail {present.length > 0 && <small>{present.length}</small>}
			</summary>
			<form class="panel" data-post="/admin/faults">
				<Choice label="What happens" options={effects} />
				<Choice
					label="To"
					options={[
						[`Requests about ${person}`, { match: { number: person } }],
						['Any request', {}],
						...operations,
					]}
				/>
				<Choice
					label="How often"
					options={[
						['Once', {}],
						['3 times', { times: 3 }],
						['Always', { times: 0 }],
					]}
				/>
				<button>Make it fail</button>
				{present.length > 0 && (
					<>
						<ul>
							{present.map((fault) => (
								<li>{faultWords(fault)}</li>
							))}
						</ul>
						<button type="button" class="outline" data-delete="/admin/faults">
							End all
						</button>
					</>
				)}
			</form>
		</details>
	);
}

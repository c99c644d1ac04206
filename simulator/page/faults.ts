import type { FailureKind } from '../../nodes/shared/service/answer';
import { sendImessage } from '../../nodes/Messaging/messaging.operations';
import { explain } from '../../nodes/shared/explain/explain';
import { offeredOperations } from '../../scripts/package-nodes';
import { isProcessed, type BreakingEffect, type Fault } from '../faults';
import { readableAddress } from './chat';
import { html, type Html } from './html';

/** What can go wrong, each with the kind of failure that the nodes make of it. */
const effects: ReadonlyArray<[BreakingEffect, FailureKind]> = [
	[{ kind: 'status', status: 400 }, 'refused'],
	[{ kind: 'status', status: 403 }, 'refused'],
	[{ kind: 'status', status: 429, retryAfter: 1 }, 'tooManyRequests'],
	[{ kind: 'status', status: 500 }, 'serverError'],
	[{ kind: 'status', status: 500, processed: true }, 'serverError'],
	[{ kind: 'resetBefore' }, 'interrupted'],
	[{ kind: 'resetAfter' }, 'interrupted'],
	[{ kind: 'timeout' }, 'timedOut'],
	[{ kind: 'malformed' }, 'unreadable'],
];

/** The operations of the nodes, one for each request of the service: the one that makes no other. */
const operations = offeredOperations()
	.sort((one, other) => Number('byChannel' in one) - Number('byChannel' in other))
	.filter(({ service }, index, all) => all.findIndex((other) => other.service === service) === index);

/** A choice for `<select name="json">`: its words, and what it adds to the order of a fault. */
type Choice = [words: string, part: object];

/** What happens, in the words of the error in n8n. */
const effectChoices = effects.map(([effect, kind]): Choice => {
	const status = 'status' in effect ? effect.status : 200;
	const { message } = explain({ is: 'unknown', kind, status }, sendImessage);
	return [isProcessed(effect) ? `${message}, but it was done` : message, effect];
});

const times: Choice[] = [
	['Once', {}],
	['3 times', { times: 3 }],
	['Always', { times: 0 }],
];

/** The requests of the service by the actions of the nodes that make them, behind those about a person. */
function targets(person: string): Choice[] {
	return [
		[`Everything about ${readableAddress(person)}`, { match: { number: person } }],
		['Everything', {}],
		...operations.map(({ action, service }): Choice => [action, { match: { operationId: service } }]),
	];
}

function select(label: string, choices: Choice[]): Html {
	const options = choices.map(
		([words, part]) => html`<option value="${JSON.stringify(part)}">${words}</option>`,
	);
	return html`<label
		>${label}
		<select name="json">
			${options}
		</select></label
	>`;
}

function faultWords({ effect, match, left }: Fault): string {
	const [words] = effectChoices.find(([, known]) => JSON.stringify(known) === JSON.stringify(effect)) ?? [];
	const action = operations.find(({ service }) => service === match.operationId)?.action;
	const target = action ?? match.number ?? match.recipient ?? 'Everything';
	return `${target}: ${words ?? effect.kind} (${left === Infinity ? 'always' : `${left} more`})`;
}

/** The menu of faults: what goes wrong, with which requests, how often; and those that are still to come. */
export function makeItFail(faults: readonly Fault[], person: string): Html {
	const present = faults.filter(({ left }) => left > 0);
	return html`<details id="fail" name="menu">
		<summary>Make it fail</summary>
		<form data-ask="POST /admin/faults">
			${select('What n8n shows', effectChoices)} ${select('For', targets(person))}
			${select('How often', times)}
			<button>Make it fail</button>
			<div id="faults">
				${present.length > 0 && html`<button type="button" data-ask="DELETE /admin/faults">End all</button>`}
				<ul>
					${present.map((fault) => html`<li>${faultWords(fault)}</li>`)}
				</ul>
			</div>
		</form>
	</details>`;
}

/** @jsxRuntime automatic @jsxImportSource preact */
import type { RecordedRequest, SimulatorState } from '../state';
import { Listing, Time, type Choice } from './listing';
import type { PageQuery } from './page-query';
import { decodedIfPossible } from './words';

function family({ answeredStatus }: RecordedRequest): string {
	return answeredStatus === null ? 'none' : `${Math.floor(answeredStatus / 100)}xx`;
}

const choices: ReadonlyArray<Choice<RecordedRequest>> = [
	['2xx', 'Answered'],
	['4xx', 'Refused'],
	['5xx', 'Failed'],
	['none', 'No answer'],
].map(([name = '', label = '']) => ({ name, label, holds: (request) => family(request) === name }));

function requestLine({ method, path, query }: RecordedRequest): string {
	const search = Object.entries(query).map(([name, value]) => `${name}=${String(value)}`);
	return `${method} ${decodedIfPossible(path)}${search.length > 0 ? '?' : ''}${search.join('&')}`;
}

function words(request: RecordedRequest): unknown[] {
	const { operationId, body, answeredStatus } = request;
	return [operationId, requestLine(request), JSON.stringify(body), answeredStatus];
}

function RequestRow({ request, id }: { request: RecordedRequest; id: string }) {
	const line = <code>{requestLine(request)}</code>;
	return (
		<tr id={id}>
			<td>
				<Time at={request.at} />
			</td>
			<td class={`s${family(request)}`}>{request.answeredStatus ?? '—'}</td>
			<td>{request.operationId ?? 'unknown'}</td>
			<td class="wide">
				{request.body === null ? (
					line
				) : (
					<details>
						<summary>{line}</summary>
						<pre>
							<code>{JSON.stringify(request.body, null, 2)}</code>
						</pre>
					</details>
				)}
			</td>
		</tr>
	);
}

function Violations({ violations }: Pick<SimulatorState, 'violations'>) {
	return (
		<details class="violations">
			<summary>{violations.length} against the OpenAPI document</summary>
			<ul>
				{violations.toReversed().map(({ method, path, problems, at }) => (
					<li>
						<Time at={at} />{' '}
						<code>
							{method} {decodedIfPossible(path)}
						</code>{' '}
						{problems.join('; ')}
					</li>
				))}
			</ul>
		</details>
	);
}

/** All requests that reached the service, and which of them do not match its document. */
export function Requests({ state, query }: { state: SimulatorState; query: PageQuery }) {
	const { requests, violations } = state;
	return (
		<>
			{violations.length > 0 && <Violations violations={violations} />}
			<Listing
				query={query}
				records={requests}
				choices={choices}
				words={words}
				entries={(found) => found}
				size={100}
			>
				{(shown) => (
					<div class="overflow-auto">
						<table>
							<thead>
								<tr>
									{['Time', 'Status', 'Operation', 'Request'].map((name) => (
										<th scope="col">{name}</th>
									))}
								</tr>
							</thead>
							<tbody>
								{shown.map((request) => (
									<RequestRow request={request} id={`request-${requests.indexOf(request)}`} />
								))}
							</tbody>
						</table>
					</div>
				)}
			</Listing>
		</>
	);
}

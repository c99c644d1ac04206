/** @jsxRuntime automatic @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { channelNames } from '../accounts';
import type { RecordedRequest } from '../records';
import type { NumberState } from '../state';
import { isFound, type View } from './chats';
import { decodedIfPossible, readableAddress, timeOfDay } from './words';

/** Requests that the drawer shows; the search finds the others. */
const maxRequests = 100;

interface SectionOf {
	id: string;
	title: string;
	open?: boolean;
	children: ComponentChildren;
}

function Section({ id, title, open, children }: SectionOf) {
	return (
		<details id={id} open={open}>
			<summary>{title}</summary>
			<ul>{children}</ul>
		</details>
	);
}

function numberWords({ lease, forwarding, failover }: NumberState): string {
	const now = Date.now();
	const { to, status, estimated_completion: completion } = forwarding.record(now).call_forwarding;
	const sources = failover.mode === 'all' ? 'all numbers' : failover.numbers.map(readableAddress).join(', ');
	const words = [
		lease.channels.map((channel) => channelNames[channel]).join(', '),
		to !== null && `forwarded to ${readableAddress(to)}`,
		status === 'queued' && `change queued, ${Math.ceil(((completion ?? now) - now) / 1000)} s left`,
		failover.enabled && `failover for ${sources}`,
	];
	return words.filter(Boolean).join('; ');
}

function requestLine({ method, path, query }: RecordedRequest): string {
	const search = Object.entries(query).map(([name, value]) => `${name}=${String(value)}`);
	return `${method} ${decodedIfPossible(path)}${search.length > 0 ? '?' : ''}${search.join('&')}`;
}

function Request({ request, id }: { request: RecordedRequest; id: string }) {
	const { answeredStatus: status, at, body } = request;
	return (
		<li>
			<details id={id}>
				<summary>
					<time>{timeOfDay(at)}</time>{' '}
					<b class={status !== null && status < 400 ? 'good' : 'bad'}>{status ?? '—'}</b>{' '}
					<code>{requestLine(request)}</code>
				</summary>
				<pre>
					<code>{body === null ? 'No body' : JSON.stringify(body, null, 2)}</code>
				</pre>
			</details>
		</li>
	);
}

/** The newest requests that are searched for, and which of them do not match the document. */
function Requests({ state, query }: View) {
	const { requests, violations } = state;
	const found = requests.filter((request) =>
		isFound(query, () => `${request.operationId} ${requestLine(request)} ${JSON.stringify(request.body)}`),
	);
	return (
		<>
			{violations.length > 0 && (
				<Section id="violations" title={`${violations.length} against the OpenAPI document`}>
					{violations.toReversed().map(({ method, path, problems, at }) => (
						<li>
							{timeOfDay(at)} <code>{`${method} ${decodedIfPossible(path)}`}</code> {problems.join('; ')}
						</li>
					))}
				</Section>
			)}
			<Section id="requests" title={`Requests: ${found.length} of ${requests.length}`} open>
				{found
					.slice(-maxRequests)
					.reverse()
					.map((request) => (
						<Request request={request} id={`request-${requests.indexOf(request)}`} />
					))}
			</Section>
		</>
	);
}

/** What goes on behind the chats. */
export function Drawer(view: View) {
	const { state } = view;
	return (
		<details id="drawer" name="menu">
			<summary>
				Service <small>{state.requests.length}</small>
			</summary>
			<div class="panel">
				<form data-put="/admin/settings">
					<label>
						Webhook URL
						<input
							type="url"
							name="webhookUrl"
							value={state.settings.webhookUrl}
							placeholder="http://127.0.0.1:5678/webhook/…"
						/>
					</label>
					<button>Set</button>
				</form>
				<Requests {...view} />
				<Section id="numbers" title="Leased numbers">
					{[...state.numbers.values()].map((number) => (
						<li>
							<code>{number.lease.number}</code> {numberWords(number)}
						</li>
					))}
				</Section>
			</div>
		</details>
	);
}

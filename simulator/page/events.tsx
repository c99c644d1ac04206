/** @jsxRuntime automatic @jsxImportSource preact */
import type { SentEvent } from '../webhook';
import { Records, Time, type Choice } from './listing';
import type { PageQuery } from './page-query';
import { answerWords } from './words';

function isAccepted({ answers }: SentEvent): boolean {
	const status = answers.at(-1)?.status;
	return typeof status === 'number' && status >= 200 && status < 300;
}

const choices: ReadonlyArray<Choice<SentEvent>> = [
	{ name: 'accepted', label: 'Accepted', holds: isAccepted },
	{
		name: 'refused',
		label: 'Not accepted',
		holds: (sent) => sent.answers.length > 0 && !isAccepted(sent),
	},
	{ name: 'waiting', label: 'Not sent', holds: ({ answers }) => answers.length === 0 },
];

function words({ event, answers }: SentEvent): unknown[] {
	return [JSON.stringify(event), ...answers.map(answerWords)];
}

/** What was answered to an event, and the button that sends it again. */
export function Answers({ event, answers }: SentEvent) {
	return (
		<>
			{answers.length === 0 && <span>not sent: no webhook address, or no answer yet</span>}
			{answers.map((answer) => (
				<span class={`s${String(answer.status ?? 500).charAt(0)}xx`}>{answerWords(answer)}</span>
			))}
			<button type="button" class="copy" data-post={`/admin/events/${event.id}/redeliver`}>
				Send again
			</button>
		</>
	);
}

/** All events for the webhook, with what was answered to each. */
export function Events({ events, query }: { events: readonly SentEvent[]; query: PageQuery }) {
	return (
		<Records
			query={query}
			records={events}
			choices={choices}
			words={words}
			columns={['Time', 'Event', 'Answer']}
			row={(sent) => (
				<tr>
					<td>
						<Time at={sent.event.timestamp * 1000} />
					</td>
					<td class="wide">
						<details>
							<summary>{sent.event.type}</summary>
							<pre>
								<code>{JSON.stringify(sent.event, null, 2)}</code>
							</pre>
						</details>
					</td>
					<td class="meta">
						<Answers {...sent} />
					</td>
				</tr>
			)}
		/>
	);
}

/** @jsxRuntime automatic @jsxImportSource preact */
import type { SentEvent } from '../webhook';
import { answerWords } from './words';

/** What was answered to an event, and the button that sends it again. */
export function Answers({ event, answers }: SentEvent) {
	return (
		<>
			{answers.length === 0 && <span>event not sent: no webhook address, or no answer yet</span>}
			{answers.map((answer) => (
				<span class={`s${String(answer.status ?? 500).charAt(0)}xx`}>{answerWords(answer)}</span>
			))}
			<button type="button" class="copy" data-post={`/admin/events/${event.id}/redeliver`}>
				Send again
			</button>
		</>
	);
}

/** An event as it is sent. */
export function Payload({ event }: SentEvent) {
	return (
		<details class="payload">
			<summary>{event.type}</summary>
			<pre>
				<code>{JSON.stringify(event, null, 2)}</code>
			</pre>
		</details>
	);
}

/** @jsxRuntime automatic @jsxImportSource preact */
import type { IncomingMessage } from '../incoming-message';
import type { OutboxMessage } from '../state';
import type { SentEvent } from '../webhook';
import { Answers } from './events';
import { formattedText } from './formatting';
import { Time } from './listing';
import { attachmentName, effectName, outcomeWords, readableAddress, writtenChannelNames } from './words';

/** Texts with more characters or lines than these are folded; unfolded, they end after so many characters. */
const longest = { characters: 600, lines: 12, unfolded: 50_000 };

function isLong(text: string): boolean {
	return text.length > longest.characters || text.split('\n').length > longest.lines;
}

/** A message's text as its recipient sees it; a long one can be unfolded. */
export function MessageText({ text, effect }: { text: string; effect?: string | null }) {
	const look = `text ${effect ? `effect-${effect}` : ''} ${isLong(text) ? 'long' : ''}`;
	return (
		<>
			<div class={look} tabIndex={effect === 'invisible_ink' ? 0 : undefined}>
				<span dangerouslySetInnerHTML={{ __html: formattedText(text.slice(0, longest.unfolded)) }} />
			</div>
			{isLong(text) && (
				<details class="unfold">
					<summary>
						{text.length > longest.unfolded ? `${longest.unfolded} of ${text.length}` : `All ${text.length}`}{' '}
						characters
					</summary>
				</details>
			)}
		</>
	);
}

/** The files that come with a message, by name. */
export function Attachments({ urls }: { urls: readonly string[] }) {
	return (
		<div class="attachments">
			{urls.map((url) => (
				<code title={url}>📎 {attachmentName(url)}</code>
			))}
		</div>
	);
}

/** How a message was sent and what became of it: over which channel it arrived, or why it did not. */
export function Outcome({ message }: { message: OutboxMessage }) {
	const { effect, channel } = message;
	return (
		<>
			{effect && <span class="effect">Sent with {effectName(effect)}</span>}
			<span class={`outcome ${channel ?? 'undelivered'}`}>{outcomeWords(message)}</span>
			{message.fastTrack && <span>fast track</span>}
		</>
	);
}

/** A message as its recipient sees it, and below it what the recipient does not see. */
export function Bubble({ message }: { message: OutboxMessage }) {
	const { effect, attachments, message_id: id } = message;
	return (
		<li id={id} class={`message ${message.channel ?? 'undelivered'}`}>
			{attachments.length > 0 && <Attachments urls={attachments} />}
			{message.message !== null && <MessageText text={message.message} effect={effect} />}
			<p class="meta">
				<Outcome message={message} />
				<span title={id}>
					from {readableAddress(message.from)}, <Time at={message.at} />
				</span>
			</p>
		</li>
	);
}

/** A message that somebody wrote, and below it what the receiver of its event answered. */
export function WrittenBubble({ message, told }: { message: IncomingMessage; told: SentEvent | undefined }) {
	const { id, text, attachments, channel, to, at } = message;
	return (
		<li id={id} class="message written">
			{attachments.length > 0 && <Attachments urls={attachments.map(({ url }) => url)} />}
			{text !== '' && <MessageText text={text} />}
			<p class="meta">
				<span title={id}>
					{writtenChannelNames[channel]} to {readableAddress(to)}, <Time at={at} />
				</span>
				{told && <Answers {...told} />}
			</p>
		</li>
	);
}

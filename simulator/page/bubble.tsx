/** @jsxRuntime automatic @jsxImportSource preact */
import type { OutboxMessage } from '../state';
import { Answers, Payload } from './events';
import { formattedText } from './formatting';
import { Time } from './listing';
import type { Message } from './message';
import { attachmentName, effectName, outcomeWords, readableAddress, writtenChannelNames } from './words';

/** Texts with more characters or lines than these are folded; unfolded, they end after so many characters. */
const longest = { characters: 600, lines: 12, unfolded: 50_000 };

function isLong(text: string): boolean {
	return text.length > longest.characters || text.split('\n').length > longest.lines;
}

/** A message's text as its recipient sees it; a long one can be unfolded. */
function MessageText({ text, effect }: { text: string; effect?: string | null }) {
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
function Attachments({ urls }: { urls: readonly string[] }) {
	if (urls.length === 0) return null;
	return (
		<div class="attachments">
			{urls.map((url) => (
				<code title={url}>📎 {attachmentName(url)}</code>
			))}
		</div>
	);
}

/** How a message was sent and what became of it: over which channel it arrived, or why it did not. */
function Outcome({ message }: { message: OutboxMessage }) {
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
export function Bubble({ message }: { message: Message }) {
	const { id, text, attachments, channel, over, leased, at, sent, told } = message;
	return (
		<li id={id} class={`message ${sent ? (channel ?? 'undelivered') : 'written'}`}>
			<Attachments urls={attachments} />
			{text && <MessageText text={text} effect={sent?.effect} />}
			<p class="meta">
				{sent && <Outcome message={sent} />}
				<span title={id}>
					{sent
						? `from ${readableAddress(leased)}`
						: `${writtenChannelNames[over]} to ${readableAddress(leased)}`}
					, <Time at={at} />
				</span>
				{told && <Answers {...told} />}
			</p>
			{told && <Payload {...told} />}
		</li>
	);
}

/** @jsxRuntime automatic @jsxImportSource preact */
import { demoToken } from '../accounts';
import { magicAddress } from '../magic-numbers';
import type { IncomingMessage } from '../incoming-message';
import type { OutboxMessage, SimulatorState } from '../state';
import type { SentEvent } from '../webhook';
import { Attachments, Bubble, MessageText, Outcome, WrittenBubble } from './bubble';
import { Answer, Compose } from './compose';
import { Answers } from './events';
import { Listing, Table, Time, type Choice } from './listing';
import type { PageQuery } from './page-query';
import { channelNames, counted, readableAddress, writtenChannelNames } from './words';

/** Messages that a conversation shows before one unfolds the earlier ones. */
const shownMessages = 6;

/** A message of a conversation: sent to the other party, or written by it, with the event that told of it. */
type Message = { sent: OutboxMessage } | { written: IncomingMessage; told: SentEvent | undefined };

/** The messages with one other party, the oldest first. */
type Conversation = Message[];

function channelOf(message: Message): string | null {
	if ('sent' in message) return message.sent.channel;
	return message.written.channel === 'text' ? 'sms_rcs' : message.written.channel;
}

function partyOf(message: Message): string {
	return 'sent' in message ? message.sent.to : message.written.from;
}

function timeOf(message: Message): number {
	return 'sent' in message ? message.sent.at : message.written.at;
}

const choices: ReadonlyArray<Choice<Message>> = [
	...(['imessage', 'whatsapp', 'sms_rcs'] as const).map((name) => ({
		name,
		label: channelNames[name],
		holds: (message: Message) => channelOf(message) === name,
	})),
	{ name: 'undelivered', label: 'Not delivered', holds: (message) => channelOf(message) === null },
];

/** The id is found as a whole only: parts of it are in many others. */
function words(message: Message, wanted: string[]): unknown[] {
	if ('written' in message) {
		const { from, to, text } = message.written;
		return [from, readableAddress(from), to, readableAddress(to), text];
	}
	const { to, from, message: text, effect, attachments, message_id: id } = message.sent;
	const addresses = [to, readableAddress(to), from, readableAddress(from)];
	return [...addresses, text, effect, ...attachments, wanted.includes(id) ? id : ''];
}

function conversations(newestFirst: Message[]): Conversation[] {
	return [...Map.groupBy(newestFirst, partyOf).values()].map((messages) => messages.reverse());
}

function allMessages({ outbox, incoming, events }: SimulatorState): Message[] {
	const byId = new Map(events.map((sent) => [sent.event.id, sent]));
	const written = incoming.map((message) => ({ written: message, told: byId.get(message.id) }));
	return [...outbox.map((sent) => ({ sent })), ...written].sort((one, other) => timeOf(one) - timeOf(other));
}

function Bubbles({ messages }: { messages: Message[] }) {
	return (
		<ol>
			{messages.map((message) =>
				'sent' in message ? (
					<Bubble message={message.sent} />
				) : (
					<WrittenBubble message={message.written} told={message.told} />
				),
			)}
		</ol>
	);
}

/** With whom the other party of a conversation goes on, and over what. */
function answerTo(last: Message): { from: string; to: string; channel: string } {
	if ('written' in last) {
		const { from, to, channel } = last.written;
		return { from, to, channel };
	}
	const { from, to, channel, asked } = last.sent;
	const over = channel ?? asked;
	return { from: to, to: from, channel: over === 'sms_rcs' ? 'text' : over };
}

function ConversationCard({ messages }: { messages: Conversation }) {
	const last = messages.at(-1) as Message;
	const earlier = messages.slice(0, -shownMessages);
	const to = partyOf(last);
	const answer = answerTo(last);
	return (
		<article id={`to-${to}`} class={`conversation ${answer.channel}`}>
			<header>
				<span class="avatar" aria-hidden="true">
					{to.includes('@') ? to.slice(0, 1).toUpperCase() : to.slice(-2)}
				</span>
				<hgroup>
					<h2>{readableAddress(to)}</h2>
					<p>{magicAddress(to)?.outcome ?? counted(messages.length, 'messages')}</p>
				</hgroup>
			</header>
			{earlier.length > 0 && (
				<details class="earlier">
					<summary>{earlier.length} earlier</summary>
					<Bubbles messages={earlier} />
				</details>
			)}
			<Bubbles messages={messages.slice(-shownMessages)} />
			<Answer {...answer} />
		</article>
	);
}

function WrittenRow({ message, told }: { message: IncomingMessage; told: SentEvent | undefined }) {
	return (
		<tr id={message.id}>
			<td>
				<Time at={message.at} />
			</td>
			<td class="address">{readableAddress(message.to)}</td>
			<td class="wide">
				<MessageText text={message.text} />
				{message.attachments.length > 0 && <Attachments urls={message.attachments.map(({ url }) => url)} />}
			</td>
			<td class="meta">
				<span>{writtenChannelNames[message.channel]}</span>
				{told && <Answers {...told} />}
			</td>
			<td class="address">{readableAddress(message.from)}</td>
		</tr>
	);
}

function MessageRow({ message }: { message: OutboxMessage }) {
	return (
		<tr id={message.message_id}>
			<td>
				<Time at={message.at} />
			</td>
			<td class="address">{readableAddress(message.to)}</td>
			<td class="wide">
				{message.message !== null && <MessageText text={message.message} />}
				{message.attachments.length > 0 && <Attachments urls={message.attachments} />}
			</td>
			<td class="meta">
				<Outcome message={message} />
			</td>
			<td class="address">{readableAddress(message.from)}</td>
		</tr>
	);
}

function NoMessage({ origin }: { origin: string }) {
	return (
		<article>
			<h2>No message yet</h2>
			<p>Whatever the service accepts appears here as the recipient would see it.</p>
			<pre>
				<code>{`curl -H 'Authorization: Bearer ${demoToken}' -H 'Content-Type: application/json' \\
  -d '{"to": "+12065550133", "message": "Hello **there**", "effect": "slam"}' \\
  ${origin}/send/imessage`}</code>
			</pre>
		</article>
	);
}

/** What was sent and what others wrote: as conversations that those others see, or one message a row. */
export function Messages({
	state,
	query,
	origin,
}: {
	state: SimulatorState;
	query: PageQuery;
	origin: string;
}) {
	const messages = allMessages(state);
	return (
		<>
			<Compose settings={state.settings} />
			{messages.length === 0 ? <NoMessage origin={origin} /> : <Found messages={messages} query={query} />}
		</>
	);
}

function Found({ messages, query }: { messages: Message[]; query: PageQuery }) {
	const common = { query, records: messages, choices, words };
	return query.as === 'list' ? (
		<Listing {...common} entries={(found) => found} size={100}>
			{(shown) => (
				<Table columns={['Time', 'To', 'Message', 'Arrived', 'From']}>
					{shown.map((message) =>
						'sent' in message ? (
							<MessageRow message={message.sent} />
						) : (
							<WrittenRow message={message.written} told={message.told} />
						),
					)}
				</Table>
			)}
		</Listing>
	) : (
		<Listing {...common} entries={conversations} size={24}>
			{(shown) => (
				<div class="conversations">
					{shown.map((conversation) => (
						<ConversationCard messages={conversation} />
					))}
				</div>
			)}
		</Listing>
	);
}

/** @jsxRuntime automatic @jsxImportSource preact */
import { demoToken } from '../accounts';
import { magicAddress } from '../magic-numbers';
import type { OutboxMessage } from '../state';
import { Attachments, Bubble, MessageText, Outcome } from './bubble';
import { Listing, Table, Time, type Choice } from './listing';
import type { PageQuery } from './page-query';
import { channelNames, counted, readableAddress } from './words';

/** Messages that a conversation shows before one unfolds the earlier ones. */
const shownMessages = 6;

/** The messages of one recipient, the oldest first. */
type Conversation = OutboxMessage[];

const choices: ReadonlyArray<Choice<OutboxMessage>> = [
	...(['imessage', 'whatsapp', 'sms_rcs'] as const).map((name) => ({
		name,
		label: channelNames[name],
		holds: ({ channel }: OutboxMessage) => channel === name,
	})),
	{ name: 'undelivered', label: 'Not delivered', holds: ({ channel }) => channel === null },
];

/** The id is found as a whole only: parts of it are in many others. */
function words(outboxMessage: OutboxMessage, wanted: string[]): unknown[] {
	const { to, from, message, effect, attachments, message_id: id } = outboxMessage;
	const addresses = [to, readableAddress(to), from, readableAddress(from)];
	return [...addresses, message, effect, ...attachments, wanted.includes(id) ? id : ''];
}

function conversations(newestFirst: OutboxMessage[]): Conversation[] {
	return [...Map.groupBy(newestFirst, ({ to }) => to).values()].map((messages) => messages.reverse());
}

function Bubbles({ messages }: { messages: OutboxMessage[] }) {
	return (
		<ol>
			{messages.map((message) => (
				<Bubble message={message} />
			))}
		</ol>
	);
}

function ConversationCard({ messages }: { messages: Conversation }) {
	const last = messages.at(-1) as OutboxMessage;
	const earlier = messages.slice(0, -shownMessages);
	const { to } = last;
	return (
		<article id={`to-${to}`} class={`conversation ${last.asked}`}>
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
		</article>
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

/** The outbox: as conversations that the recipients would see, or one message a row. */
export function Messages(view: { outbox: readonly OutboxMessage[]; query: PageQuery; origin: string }) {
	const { outbox, query, origin } = view;
	if (outbox.length === 0) return <NoMessage origin={origin} />;
	const common = { query, records: outbox, choices, words };
	return query.as === 'list' ? (
		<Listing {...common} entries={(messages) => messages} size={100}>
			{(shown) => (
				<Table columns={['Time', 'To', 'Message', 'Arrived', 'From']}>
					{shown.map((message) => (
						<MessageRow message={message} />
					))}
				</Table>
			)}
		</Listing>
	) : (
		<Listing {...common} entries={conversations} size={24}>
			{(shown) => (
				<div class="conversations">
					{shown.map((messages) => (
						<ConversationCard messages={messages} />
					))}
				</div>
			)}
		</Listing>
	);
}

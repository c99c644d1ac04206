/** @jsxRuntime automatic @jsxImportSource preact */
import { demoToken } from '../accounts';
import { magicAddress } from '../magic-numbers';
import type { SimulatorState } from '../state';
import { Bubble } from './bubble';
import { Answer, Compose } from './compose';
import { Listing, type Choice } from './listing';
import { allMessages, words, type Message } from './message';
import type { PageQuery } from './page-query';
import { channelNames, counted, readableAddress } from './words';

/** Messages that a conversation shows before one unfolds the earlier ones. */
const shownMessages = 6;

/** The messages with one other party, the oldest first. */
type Conversation = Message[];

const choices: ReadonlyArray<Choice<Message>> = [
	...(['imessage', 'whatsapp', 'sms_rcs'] as const).map((name) => ({
		name,
		label: channelNames[name],
		holds: (message: Message) => message.channel === name,
	})),
	{ name: 'undelivered', label: 'Not delivered', holds: (message) => message.channel === null },
];

function conversations(newestFirst: Message[]): Conversation[] {
	return [...Map.groupBy(newestFirst, ({ party }) => party).values()].map((messages) => messages.reverse());
}

function Bubbles({ messages }: { messages: Message[] }) {
	return (
		<ol>
			{messages.map((message) => (
				<Bubble message={message} />
			))}
		</ol>
	);
}

function ConversationCard({ messages }: { messages: Conversation }) {
	const { party, leased, over } = messages.at(-1) as Message;
	const earlier = messages.slice(0, -shownMessages);
	return (
		<article id={`to-${party}`} class={`conversation ${over}`}>
			<header>
				<span class="avatar" aria-hidden="true">
					{party.includes('@') ? party.slice(0, 1).toUpperCase() : party.slice(-2)}
				</span>
				<hgroup>
					<h2>{readableAddress(party)}</h2>
					<p>{magicAddress(party)?.outcome ?? counted(messages.length, 'messages')}</p>
				</hgroup>
			</header>
			{earlier.length > 0 && (
				<details class="earlier">
					<summary>{earlier.length} earlier</summary>
					<Bubbles messages={earlier} />
				</details>
			)}
			<Bubbles messages={messages.slice(-shownMessages)} />
			<Answer from={party} to={leased} channel={over} />
		</article>
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

/** What was sent and what others wrote, as conversations that those others see. */
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
			{messages.length === 0 ? (
				<NoMessage origin={origin} />
			) : (
				<Listing
					query={query}
					records={messages}
					choices={choices}
					words={words}
					entries={conversations}
					size={24}
				>
					{(shown) => (
						<div class="conversations">
							{shown.map((conversation) => (
								<ConversationCard messages={conversation} />
							))}
						</div>
					)}
				</Listing>
			)}
		</>
	);
}

/** @jsxRuntime automatic @jsxImportSource preact */
import { channelNames, demoToken, leasedNumbers } from '../accounts';
import { readAt } from '../conversation';
import { magicAddress } from '../magic-numbers';
import type { SimulatorState } from '../state';
import { Bubble } from './bubble';
import { lastWay, pageAddress, reactionsIn, typedSeconds, isTyping, type Chat, type View } from './chats';
import { Avatar } from './people';
import { readableAddress } from './words';

/** Messages that a chat shows, the latest ones. */
const shownMessages = 200;

/** The messages, each after a line where number or channel change. */
function Messages({ chat, events }: { chat: Chat; events: SimulatorState['events'] }) {
	const reactions = reactionsIn(chat);
	const told = new Map(events.map((sent) => [String(sent.event.data.message_id ?? sent.event.id), sent]));
	const rows = chat.messages.map((message, index) => {
		const { id, leased, channel } = message;
		const before = chat.messages[index - 1];
		const isOther = before?.leased !== leased || before.channel !== channel;
		return (
			<>
				{isOther && (
					<li class="way" id={`way-${id}`}>
						{channelNames[channel]} · {readableAddress(leased)}
					</li>
				)}
				<Bubble
					message={message}
					readAt={readAt(message, chat.messages, chat.signals)}
					typedFor={typedSeconds(chat, message)}
					reactions={reactions.get(id) ?? new Map()}
					told={told.get(id)}
				/>
			</>
		);
	});
	return (
		<ol>
			{rows.length > shownMessages && <li class="way">{rows.length - shownMessages} earlier</li>}
			{rows.slice(-shownMessages)}
			{[true, false].map(
				(isOurs) =>
					isTyping(chat, isOurs) && (
						<li class={`message typing ${isOurs ? 'ours' : 'theirs'}`} id={`typing-${isOurs}`}>
							<div class="bubble" role="img" aria-label={isOurs ? 'Typing' : `${chat.person} is typing`}>
								•••
							</div>
						</li>
					),
			)}
		</ol>
	);
}

/** The form with which the other person goes on: writes to a leased number over a channel, and marks as read. */
function Compose({ chat, here }: { chat: Chat; here: string }) {
	const { person } = chat;
	const way = lastWay(chat);
	const read = { from: person, ...way, kind: 'read', action: 'read' };
	return (
		<form class="compose" id={`compose-${person}`} data-post="/admin/incoming" data-here={here}>
			<input type="hidden" name="from" value={person} />
			<input
				name="text"
				id="text"
				required
				autocomplete="off"
				aria-label={`Write as ${person}`}
				placeholder={`Write as ${readableAddress(person)}`}
			/>
			<button>Send</button>
			<button data-photo="true" formNoValidate class="outline" title="Send with a photo">
				📎
			</button>
			<select name="json" aria-label="To, and over which channel">
				{leasedNumbers.flatMap(({ number: to, channels }) =>
					channels.map((channel) => (
						<option
							value={JSON.stringify({ to, channel })}
							selected={way.to === to && way.channel === channel}
						>
							{readableAddress(to)} · {channelNames[channel]}
						</option>
					)),
				)}
			</select>
			<button type="button" data-post="/admin/signals" data-body={JSON.stringify(read)} class="outline">
				Mark as read
			</button>
		</form>
	);
}

function NoMessage({ origin }: { origin: string }) {
	return (
		<div>
			<p>
				No message yet. Whatever the service accepts appears here as the recipient would see it. In n8n, the
				credential needs the base URL <code>{origin}</code> and the token <code>{demoToken}</code>. Or:
			</p>
			<pre>
				<code>{`curl -H 'Authorization: Bearer ${demoToken}' -H 'Content-Type: application/json' \\
  -d '{"to": "+12065550133", "message": "Hello **there**", "effect": "slam"}' \\
  ${origin}/send/imessage`}</code>
			</pre>
		</div>
	);
}

/** The open chat. */
export function OpenChat({ chat, state, query, origin }: View & { chat: Chat }) {
	const { person, messages, signals } = chat;
	const isEmpty = messages.length + signals.length === 0;
	return (
		<main id={`chat-${person}`} class={lastWay(chat).channel}>
			<header>
				<Avatar person={person} />
				<hgroup>
					<h2>{readableAddress(person)}</h2>
					<p>{magicAddress(person)?.outcome.replaceAll('`', '')}</p>
				</hgroup>
			</header>
			<div class="scroll" tabIndex={0}>
				{isEmpty ? <NoMessage origin={origin} /> : <Messages chat={chat} events={state.events} />}
			</div>
			<Compose chat={chat} here={pageAddress(query, { with: person })} />
		</main>
	);
}

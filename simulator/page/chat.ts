import { tapbackValues } from '../../nodes/shared/contract/contract';
import { channelNames, leasedNumbers, type Channel } from '../accounts';
import { messages, readAt, type Message } from '../conversation';
import { isPicture, nameIn, type MessageFile } from '../files';
import type { SentEvent, Signal } from '../records';
import type { SimulatorState } from '../state';
import { formattedText } from './formatting';
import { html, type Html } from './html';

/** Messages that a chat shows, the latest ones, and characters of each. */
const shownMessages = 200;
const longestText = 50_000;

/** A phone number with its groups apart; any other address as it is. */
export function readableAddress(address: string): string {
	return address.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3');
}

/** Time of day on this machine. */
export function timeOfDay(at: number): string {
	return new Date(at).toLocaleTimeString('en-GB');
}

const signs = ['❤️', '👍', '👎', '😂', '‼️', '❓'];
const reactionNames: Record<Channel, readonly string[]> = {
	imessage: tapbackValues,
	whatsapp: signs,
	text: ['love', 'thumbsup', 'thumbsdown', 'haha', 'emphasized', 'questioned'],
};

/** The reactions to a message as phones show them: at most one of each side. */
function reactionsTo(message: Message, signals: readonly Signal[]): string {
	const given = new Map<boolean, string>();
	for (const { kind, channel, from, on, action, reaction, account, at } of signals) {
		const isOn = on === message.text && channel === message.channel && at >= message.at;
		if (kind !== 'reaction' || !isOn || (from ?? message.leased) !== message.leased) continue;
		if (action === 'remove') given.delete(account !== null);
		else
			given.set(account !== null, signs[reactionNames[channel].indexOf(String(reaction))] ?? reaction ?? '');
	}
	return [...given.values()].join('');
}

/** How far a message came: one that was sent, or the event that tells of one that came. */
function tickOf(
	{ isOurs, status }: Message,
	read: number,
	told?: SentEvent,
): [sign: string, words: string, look?: string] {
	if (isOurs && status === 'failed') return ['!', 'Not delivered', 'bad'];
	if (isOurs && status === 'delayed') return ['◷', 'Delayed'];
	if (isOurs) return read > 0 ? ['✓✓', 'Read', 'read'] : ['✓✓', 'Delivered'];
	const answers = [...new Map(told?.answers.map((answer) => [answer.url, answer])).values()];
	if (answers.length === 0) return ['○', 'No answer of a webhook yet'];
	const words = answers.map(({ url, status, text }) => `${url} answered ${status ?? 'nothing'}: ${text}`);
	const isTaken = answers.every(({ status }) => status !== null && status < 300);
	return isTaken ? ['✓', words.join('\n')] : ['!', words.join('\n'), 'bad'];
}

/** A file of a message: the picture, a download, or the address where nothing was fetched. */
function attachment(file: MessageFile): Html {
	const { url, fetched } = file;
	if (!fetched) return html`<p title="Not on this machine, so not fetched">📎 ${url}</p>`;
	const [name, link] = [nameIn(url), `/admin/files/${fetched.sha256}`];
	const kilobytes = Math.ceil(fetched.bytes / 1024);
	return isPicture(file)
		? html`<p><img src="${link}" alt="${name}" title="${name}" /></p>`
		: html`<p>📎 <a href="${link}" download="${name}">${name}</a> (${kilobytes} KB)</p>`;
}

/** A message as its recipient sees it, with its way and tick. */
function bubble(message: Message, all: Message[], signals: Signal[], events: SentEvent[]): Html {
	const { id, isOurs, channel, leased, text, files, at, status } = message;
	const told = isOurs ? undefined : events.find(({ event }) => event.id === id);
	const [sign, words, look] = tickOf(message, readAt(message, all, signals), told);
	const side = isOurs ? 'ours' : 'theirs';
	const reactions = reactionsTo(message, signals);
	return html`<li class="message ${side} ${channel} ${status}">
		<div class="bubble">
			${files.map(attachment)}
			<div class="text">${formattedText(text.slice(0, longestText), channel)}</div>
			${reactions && html`<span class="reactions">${reactions}</span>`}
		</div>
		<p class="meta">
			${isOurs ? 'from' : 'to'} ${readableAddress(leased)}, ${channelNames[channel]} · ${timeOfDay(at)}
			<span class="tick ${look}" role="img" aria-label="${words}" title="${words}">${sign}</span>
		</p>
	</li>`;
}

/** The form with which the person writes to a leased number, by default over the way of the last message. */
function write(person: string, last: Message | undefined): Html {
	const ways = leasedNumbers.flatMap(({ number, channels }) =>
		channels.map((channel) => {
			const isLast = number === last?.leased && channel === last.channel;
			return html`<option value="${JSON.stringify({ to: number, channel })}" ${isLast && 'selected'}>
				${readableAddress(number)} · ${channelNames[channel]}
			</option>`;
		}),
	);
	const words = `Write as ${readableAddress(person)}`;
	return html`<form
		id="write"
		data-ask="POST /admin/incoming"
		data-here="/?with=${encodeURIComponent(person)}"
	>
		<input type="hidden" name="from" value="${person}" />
		<input name="text" required autocomplete="off" aria-label="${words}" placeholder="${words}" />
		<select name="json" aria-label="To, and over which channel">
			${ways}
		</select>
		<button>Send</button>
	</form>`;
}

/** The chat with a person, the latest message at the end. */
export function chat(state: SimulatorState, person: string): Html {
	const all = messages(state, person);
	const signals = state.signals.filter(({ to }) => to === person);
	const unfetched = state.unfetched.filter(({ to }) => to === person).slice(-shownMessages);
	return html`<main>
		<h2 id="person">${readableAddress(person)}</h2>
		<div class="scroll" tabindex="0">
			<ol id="chat">
				${all.slice(-shownMessages).map((message) => bubble(message, all, signals, state.events))}
				${unfetched.map(
					({ url, problem, at }) =>
						html`<li class="refused">
							${timeOfDay(at)} Refused: ${nameIn(url)} could not be fetched, ${problem}. ${url}
						</li>`,
				)}
			</ol>
		</div>
		<p id="problem" role="alert"></p>
		${write(person, all.at(-1))}
	</main>`;
}

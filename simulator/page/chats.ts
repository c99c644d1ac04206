import { channelNames, leasedNumbers, type Channel } from '../accounts';
import { messages, type Message } from '../conversation';
import type { Signal } from '../records';
import type { SimulatorState } from '../state';
import { readableAddress, reactionSign } from './words';

/** What the address of the page asks for. */
export interface PageQuery {
	/** The person whose chat is open; empty for whoever wrote or got the latest message. */
	with: string;
	/** Words that must all be there. */
	q: string;
	/** The name of a choice among the messages; empty for all. */
	only: string;
}

/** What there is to show, and what of it is asked for. */
export interface View {
	state: SimulatorState;
	query: PageQuery;
	/** Where the simulator answers, as the browser sees it. */
	origin: string;
}

/** Reads the query of the page's address; whatever it does not understand is left out. */
export function pageQuery(given: Record<string, unknown>): PageQuery {
	const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
	return { with: text('with'), q: text('q'), only: text('only') };
}

/** The address of the page with something changed. */
export function pageAddress(query: PageQuery, change: Partial<PageQuery>): string {
	const given = Object.entries({ ...query, ...change }).filter(([, value]) => value !== '');
	return `/?${new URLSearchParams(given).toString()}`;
}

/** Whether a text has all words that are searched for. */
export function isFound({ q }: PageQuery, text: () => string): boolean {
	const wanted = q.toLowerCase().split(/\s+/).filter(Boolean);
	const searched = wanted.length > 0 ? text().toLowerCase() : '';
	return wanted.every((word) => searched.includes(word));
}

const channels = Object.entries(channelNames) as Array<[Channel, string]>;

/** The choices among messages, each with a name for the address. */
const choices: ReadonlyArray<{ name: string; label: string; holds: (message: Message) => boolean }> = [
	{ name: '', label: 'All', holds: () => true },
	...channels.map(([name, label]) => ({
		name,
		label,
		holds: ({ channel, status }: Message) => channel === name && status !== 'failed',
	})),
	{ name: 'undelivered', label: 'Not delivered', holds: ({ status }) => status === 'failed' },
];

/** What one person and the leased numbers wrote to each other, the oldest first, and did beside it. */
export interface Chat {
	person: string;
	messages: Message[];
	signals: Signal[];
}

/** What the list of people shows. */
export type FoundChats = ReturnType<typeof foundChats>;

/**
 * Who is found by the search and the choice, the newest chat first; how many messages each choice has, how many were
 * found, and how many there are.
 */
export function foundChats(state: SimulatorState, query: PageQuery) {
	const all = messages(state);
	const found = all.filter((message) => isFound(query, () => wordsOf(message)));
	const chosen = found.filter(choices.find(({ name }) => name === query.only)?.holds ?? Boolean);
	const people = new Set(chosen.map(({ person }) => person).reverse());
	const byPerson = Map.groupBy(all, ({ person }) => person);
	return {
		people: [...people].map((person) => ({ person, messages: byPerson.get(person) ?? [] })),
		choices: choices.map((choice) => ({ ...choice, count: found.filter(choice.holds).length })),
		found: chosen.length,
		total: all.length,
	};
}

function wordsOf({ person, leased, text, attachments, sent }: Message): string {
	const addresses = [person, readableAddress(person), leased, readableAddress(leased)];
	return [...addresses, text, sent?.effect, ...attachments].join(' ');
}

/** The chat with a person. */
export function chatWith(state: SimulatorState, person: string): Chat {
	const signals = state.signals.filter(({ to }) => to === person);
	return { person, messages: messages(state, person), signals };
}

/** The leased number and the channel that a person goes on with. */
export function lastWay({ messages: [...written] }: Chat): { to: string; channel: Channel } {
	const last = written.at(-1);
	const [first] = leasedNumbers;
	return { to: last?.leased ?? String(first?.number), channel: last?.channel ?? 'imessage' };
}

const typingEndsMs = 60_000;

/** Whether one side types what it has not sent yet. */
export function isTyping({ messages: written, signals }: Chat, ours: boolean): boolean {
	const last = signals.findLast(({ kind, account }) => kind === 'typing' && (account !== null) === ours);
	if (last?.action !== 'start' || last.at < Date.now() - typingEndsMs) return false;
	return !written.some(({ isOurs, at }) => isOurs === ours && at >= last.at);
}

/** For how many seconds the typing indicator was shown before a message that was sent; undefined for none. */
export function typedSeconds({ messages: written, signals }: Chat, message: Message): number | undefined {
	const before = written.findLast(({ isOurs, at }) => isOurs && at < message.at)?.at ?? 0;
	const start = signals.find(
		({ kind, account, action, at }) =>
			kind === 'typing' && account !== null && action === 'start' && at >= before && at <= message.at,
	);
	return start && message.isOurs ? Math.round((message.at - start.at) / 1000) : undefined;
}

/** The reactions that messages of a chat have: by message, then by whether they are ours. */
export function reactionsIn({ messages: written, signals }: Chat): Map<string, Map<boolean, string>> {
	const reactions = new Map<string, Map<boolean, string>>();
	for (const { kind, channel, from, on, action, reaction, account, at } of signals) {
		const message = written.findLast(
			(one) =>
				one.text === on && one.channel === channel && one.leased === (from ?? one.leased) && one.at <= at,
		);
		if (kind !== 'reaction' || !message) continue;
		const given = reactions.get(message.id) ?? new Map<boolean, string>();
		if (action === 'add') given.set(account !== null, reactionSign(channel, reaction ?? ''));
		else given.delete(account !== null);
		reactions.set(message.id, given);
	}
	return reactions;
}

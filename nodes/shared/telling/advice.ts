/** What is to be said of what a run has sent, or would send. */
import { longWaitMs, rateOf } from '../rate/rate-queues';
import type { ServiceAccount } from '../service/service-address';
import { messageIn } from '../service/service-request';
import { servicesOver } from '../service/channels';
import { contentOf } from '../items/content';
import { recipientOf, type Item } from '../items/item';

/** What the provider of a compatible deployment advises, so that a number stays healthy (public material). */
const advised = { recipientsOfText: 20, messagesPerNumber: 100 };

function groups<Key>(
	items: Item[],
	keyOf: (message: ReturnType<typeof messageIn>) => Key,
): Array<[Key, Item[]]> {
	const found = new Map<Key, Item[]>();
	for (const item of items) {
		const key = keyOf(messageIn(item.request));
		const group = found.get(key) ?? [];
		found.set(key, group);
		group.push(item);
	}
	return [...found];
}

const recipientsIn = (items: Item[]) => groups(items, ({ to }) => to).length;

function isFast({ options: { pause, messagesPerSecond } }: Item): boolean {
	return pause === undefined && !(messagesPerSecond > 0 && messagesPerSecond <= 1);
}

/** The first thing about messages that is not as the provider advises; undefined where all is. */
export function adviceOn(items: Item[]): string | undefined {
	const recipients = recipientsIn(items);
	const isList = recipients >= advised.recipientsOfText;
	const same = Math.max(
		0,
		...groups(items, ({ message }) => message ?? '').map(([, one]) => recipientsIn(one)),
	);
	const numbers = groups(items, ({ from }) => from).sort(([, one], [, other]) => other.length - one.length);
	const [[number, { length: most }] = ['', []]] = numbers;
	const fastTracked = items.filter(({ request }) => messageIn(request).fast_track).length;
	const advices = [
		isList &&
			same > recipients / 2 &&
			`${same} of ${recipients} recipients got the same text. Providers advise to vary greeting, name and context: identical texts get a number restricted.`,
		most > advised.messagesPerNumber &&
			`${most} messages ${number ? 'from one number' : 'without From, perhaps from one number,'} in one run. Providers advise at most 20 new contacts a number and hour and 100 a day: see Max per Number in Options.`,
		isList &&
			items.some(isFast) &&
			'Messages per Second is above 1, or 0 for no limit. Providers advise random pauses: see Pause (Seconds) in Options.',
		isList &&
			fastTracked > 0 &&
			`${fastTracked} messages went by Fast Track. Providers advise it for single messages, not for a list.`,
	];
	return advices.find((advice) => advice !== false);
}

/** What is to be said of rows that are sent although another one says the same to the same person; undefined where none is. */
export function equalRows(items: Item[]): string | undefined {
	const sends: unknown[] = Object.values(servicesOver('send'));
	const messages = items.filter(
		({ request, options }) => sends.includes(request.service) && !options.campaign,
	);
	const contents = messages.map(({ request }) =>
		JSON.stringify(contentOf(messageIn(request), recipientOf(request), request.files)),
	);
	const different = new Set(contents);
	const equal = messages.length - different.size;
	if (equal === 0) return undefined;
	const what = equal === 1 ? 'row has' : 'rows have';
	return `${equal} ${what} the recipient and the text of another one, and each is sent. Where that is no purpose, add the option Campaign: it sends one of them.`;
}

/** A time as people say it. */
function durationWords(ms: number): string {
	const minutes = ms / 60_000;
	if (minutes < 1.5) return `${Math.round(ms / 1000)} seconds`;
	return minutes < 90 ? `${Math.round(minutes)} minutes` : `${(minutes / 60).toFixed(1)} hours`;
}

/** What messages of a dry run would be sent by one run, and how long that would take; undefined where it is not worth a word. */
export function planOf(items: Item[], account: ServiceAccount) {
	const lines = new Map<string, { requests: number; ms: number }>();
	const sent = items.filter(({ request, options }) => {
		const { key, limit, words } = rateOf(request, account, options);
		const { requests, ms } = lines.get(key) ?? { requests: 0, ms: 0 };
		if (requests >= (options.maxPerNumber ?? Infinity)) return false;
		const isHeld = words && requests >= limit.atOnce;
		lines.set(key, { requests: requests + 1, ms: ms + (isHeld ? limit.intervalMs : 0) });
		return true;
	});
	const times = [...lines.values()].map(({ ms }) => ms);
	const ms = Math.max(0, ...times);
	const remaining = items.length - sent.length;
	const from = times.length === 1 ? 'one number' : `${times.length} numbers`;
	const later = `; ${remaining} messages would be left for a later run; nothing sends them automatically: use a schedule`;
	const isWorthAWord = ms >= longWaitMs || remaining > 0;
	const sentence = `Sending would take about ${durationWords(ms)} with ${from}${remaining > 0 ? later : ''}.`;
	return { sent, sentence: isWorthAWord ? sentence : undefined };
}

/**
 * The times of manual runs in a node's list. The list can only be asked for what one knows, so a time is entered once for
 * each of its units, and found unit by unit.
 */
import type { NodeList } from './node-list';

const secondMs = 1_000;
export const hourMs = 3_600_000;

/** The units of a time, from long to short. */
const units = [
	{ name: 'day', ms: 24 * hourMs },
	{ name: 'hour', ms: hourMs },
	{ name: 'minute', ms: 60 * secondMs },
	{ name: 'second', ms: secondMs },
];

/** A clock may have been set back by some hours, and a run of more than a week ago is over. */
const reachMs = { back: 7 * 24 * hourMs, ahead: 12 * hourMs };

export const range = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

const valueOf = (unit: string, number: number) => `manual ${unit} ${number}`;

/** The second of a time, which stands for a manual run that began in it. */
export const secondOf = (ms: number) => Math.floor(ms / secondMs);

/** The values that say that a manual run began to send at a time. */
export function manualRunValues(startedAt: number): string[] {
	return units.map(({ name, ms }) => valueOf(name, Math.floor(startedAt / ms)));
}

/** The seconds in which manual runs have begun since a time. n8n's error when it refuses. */
export async function manualRunsSince(list: NodeList, since: number): Promise<number[]> {
	const now = Date.now();
	const [from, to] = [Math.max(since, now - reachMs.back), Math.max(since, now) + reachMs.ahead];
	let spans = [{ from, to }];
	for (const { name, ms } of units) {
		const numbers = spans.flatMap((span) =>
			range(Math.floor(span.from / ms), Math.floor((span.to - 1) / ms)),
		);
		const found = await list.ask(numbers.map((number) => valueOf(name, number)));
		spans = numbers
			.filter((number) => found.has(valueOf(name, number)))
			.map((number) => ({ from: Math.max(from, number * ms), to: Math.min(to, (number + 1) * ms) }));
	}
	return spans.map((span) => secondOf(span.from));
}

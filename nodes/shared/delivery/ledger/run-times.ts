/**
 * The times of runs in a node's list. The list can only be asked for what one knows, so a time is entered once for each
 * of its units, and found unit by unit.
 */
import type { NodeList } from './node-list';

const secondMs = 1_000;
export const hourMs = 3_600_000;

/** The units of a time, each with how many of the next smaller one it has. */
const units = [
	{ name: 'day', ms: 24 * hourMs },
	{ name: 'hour', ms: hourMs },
	{ name: 'minute', ms: 60 * secondMs },
	{ name: 'second', ms: secondMs },
];

/** A clock may have been set back by so much, and a run that is further away is over. */
const reachMs = { back: 7 * 24 * hourMs, ahead: 12 * hourMs };

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const valueOf = (unit: string, number: number) => `manual ${unit} ${number}`;

/** The values that say that a manual run began to send at a time. */
export function manualRunValues(startedAt: number): string[] {
	return units.map(({ name, ms }) => valueOf(name, Math.floor(startedAt / ms)));
}

/** The second in which a manual run began, as its messages are recorded under it. */
export const secondOf = (ms: number) => Math.floor(ms / secondMs);

/** The seconds in which manual runs have begun since a time, at most a week ago. n8n's error when it refuses. */
export async function manualRunsSince(list: NodeList, since: number): Promise<number[]> {
	const now = Date.now();
	const [from, to] = [Math.max(since, now - reachMs.back), Math.max(since, now) + reachMs.ahead];
	let spans = [{ from, to }];
	for (const { name, ms } of units) {
		const numbers = spans.flatMap((span) =>
			range(Math.floor(span.from / ms), Math.floor((span.to - 1) / ms)),
		);
		const found = await list.ask(numbers.map((number) => valueOf(name, number)));
		const there = numbers.filter((number) => found.has(valueOf(name, number)));
		spans = there.map((number) => ({
			from: Math.max(from, number * ms),
			to: Math.min(to, (number + 1) * ms),
		}));
		if (spans.length === 0) return [];
	}
	return spans.map((span) => secondOf(span.from));
}

/** The hour in which an execution was established, as the messages of lists are recorded under it. */
export const hourOf = (ms: number) => Math.floor(ms / hourMs);

const listValue = (hour: number) => `list ${hour}`;

/** The value that says that lists of executions of an hour are recorded. */
export const listHourValue = (establishedAt: number) => listValue(hourOf(establishedAt));

/** The hours around now of which lists are recorded, within a reach in hours. n8n's error when it refuses. */
export async function listHours(list: NodeList, reach: number): Promise<number[]> {
	const now = hourOf(Date.now());
	const hours = range(now - reach, now + reach);
	const found = await list.ask(hours.map(listValue));
	return hours.filter((hour) => hour === now || found.has(listValue(hour)));
}

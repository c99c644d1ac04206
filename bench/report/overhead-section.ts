import { numbersTable } from '../../scripts/markdown-table';
import { overheadContenders } from '../contenders';
import type { Measurement } from '../nodes/measurement';
import type { OverheadResult } from '../overhead';
import { median } from '../support/statistics';
import { megabytes, thousands, verdict } from './markdown';

/** Below this, what n8n does once an execution outweighs what it does for each item. */
const leastItems = 1_000;
const memoryItems = 20_000;

type Value = Exclude<keyof Measurement, 'answered'>;

function medianOf(runs: Measurement[], value: Value): number {
	return median(runs.map((run) => run[value]));
}

/** What so many items cost each contender: its time and processor time an item, and its peak memory. */
function row({ items, runs }: OverheadResult): string[] {
	const cells = [runs.messaging, runs.httpRequest].map((ofOne) =>
		[
			(medianOf(ofOne, 'wallMs') / items).toFixed(2),
			(medianOf(ofOne, 'cpuMs') / items).toFixed(2),
			megabytes(medianOf(ofOne, 'peakBytes')),
		].join('\u00a0/\u00a0'),
	);
	return [thousands(items), ...cells];
}

/** A goal for what ours takes beside the HTTP Request node, at each of these numbers of items; none without them. */
function ratioGoal(what: string, allowed: number, results: OverheadResult[], value: Value): string[] {
	if (results.length === 0) return [];
	const ratios = results.map(
		({ runs }) => medianOf(runs.messaging, value) / medianOf(runs.httpRequest, value),
	);
	const measured = ratios.map((ratio, at) => `${ratio.toFixed(2)} at ${thousands(results[at]?.items ?? 0)}`);
	return [
		verdict(
			`${what} at most ${allowed} times the HTTP Request node's`,
			ratios.every((ratio) => ratio <= allowed),
			`${measured.join(', ')} items`,
		),
	];
}

/** The part of the report on what the delivery costs. */
export function overheadSection(results: OverheadResult[]): string {
	const large = results.filter(({ items }) => items >= leastItems);
	const largest = results.filter(({ items }) => items >= memoryItems);
	const goals = [
		...ratioGoal('CPU time per item', 0.6, large, 'cpuMs'),
		...ratioGoal('time per item', 0.8, large, 'wallMs'),
		...ratioGoal('added memory', 0.7, largest, 'addedBytes'),
	];
	const failed = results.flatMap(({ items, runs }) =>
		[...runs.messaging, ...runs.httpRequest].map(({ answered }) => items - answered),
	);
	const contenders = Object.values(overheadContenders);
	return `### Overhead

A server without limits that answers every message after 20 ms. Medians: time per item (ms) / CPU time of the n8n process per
item (ms) / peak memory (MB). ${failed.reduce((sum, one) => sum + one, 0)} requests failed.

The Messaging node records each message, or a group of them, before it leaves: one call of n8n's database.

${contenders.map(({ name, description }) => `- ${name}: ${description}.`).join('\n')}

${numbersTable(['Items', ...contenders.map(({ name }) => name)], results.map(row))}

${goals.join('\n')}`;
}

import { numbersTable } from '../../scripts/markdown-table';
import { overheadContenders } from '../contenders';
import type { Measurement } from '../nodes/measurement';
import type { OverheadResult } from '../overhead';
import type { Machine } from '../support/machine';
import { median } from '../support/statistics';
import { goal, measuredOn, megabytes, thousands } from './markdown';

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
	const verdicts = results.map(({ items, runs }) => {
		const ratio = medianOf(runs.messaging, value) / medianOf(runs.httpRequest, value);
		return { reached: ratio <= allowed, measured: `with ${ratio.toFixed(2)} at ${thousands(items)} items` };
	});
	return [goal(`${what} at most ${allowed} times the HTTP Request node's`, verdicts)];
}

/** The part of the report on what the delivery costs. */
export function overheadSection(results: OverheadResult[], machine: Machine): string {
	const large = results.filter(({ items }) => items >= leastItems);
	const largest = results.filter(({ items }) => items >= memoryItems);
	const goals = [
		...ratioGoal('CPU time per item', 0.6, large, 'cpuMs'),
		...ratioGoal('Time per item', 0.8, large, 'wallMs'),
		...ratioGoal('Added memory', 0.7, largest, 'addedBytes'),
	];
	const failed = results.flatMap(({ items, runs }) =>
		[...runs.messaging, ...runs.httpRequest].map(({ answered }) => items - answered),
	);
	const contenders = Object.values(overheadContenders);
	return `### Overhead

A server without limits answers every message after 20 ms. Medians: time per item (ms) / CPU time of n8n per item (ms) / peak
memory (MB). ${failed.reduce((sum, one) => sum + one, 0)} requests failed. ${measuredOn(machine)}

${contenders.map(({ name, description }) => `- ${name}: ${description}.`).join('\n')}

${numbersTable(['Items', ...contenders.map(({ name }) => name)], results.map(row))}

${goals.join('\n')}`;
}

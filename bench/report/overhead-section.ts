import { overheadContenders } from '../contenders';
import type { OverheadResult, OverheadRun } from '../overhead';
import { median } from '../support/statistics';
import { numbersTable } from '../../scripts/markdown-table';
import { megabytes, percentAbove, thousands, verdict } from './markdown';

const { messaging, httpRequest } = overheadContenders;
const allowedProcessorTime = 0.75;
const allowedWallTime = 0.8;
const allowedMemory = 0.75;
const memoryItems = 20_000;
/** Below this, what n8n does once an execution outweighs what it does for each item. */
const leastItems = 1_000;
const constantWithin = 1.15;
const constancy = `within ${percentAbove(constantWithin)}, from ${thousands(leastItems)}`;

/** Some value of the runs of a result, an item: `(run) => run.wallMs` gives milliseconds an item. */
function medianOf({ runs }: OverheadResult, value: (run: OverheadRun) => number): number {
	return median(runs.map(value));
}

/** Median milliseconds of wall time an item. */
export function wallPerItem(result: OverheadResult): number {
	return medianOf(result, ({ wallMs }) => wallMs) / result.items;
}

/** Median milliseconds of processor time an item. */
export function cpuPerItem(result: OverheadResult): number {
	return medianOf(result, ({ cpuMs }) => cpuMs) / result.items;
}

/** Median peak memory, in bytes. */
export function peakBytes(result: OverheadResult): number {
	return medianOf(result, (run) => run.peakBytes);
}

/** What one number of items cost each contender: its time and processor time an item, and its peak memory. */
function row(results: OverheadResult[], items: number): string[] {
	const cells = Object.values(overheadContenders).map(({ name }) => {
		const result = find(results, name, items);
		if (!result) return '';
		const parts = [
			wallPerItem(result).toFixed(2),
			cpuPerItem(result).toFixed(2),
			megabytes(peakBytes(result)),
		];
		return parts.join('\u00a0/\u00a0');
	});
	return [thousands(items), ...cells];
}

const head = ['Items', ...Object.values(overheadContenders).map(({ name }) => name)];

function failures(results: OverheadResult[]): string {
	const failed = results.flatMap(({ runs }) => runs.map((run) => run.failed));
	return `${thousands(failed.reduce((sum, one) => sum + one, 0))} requests failed.`;
}

function find(results: OverheadResult[], contender: string, items: number): OverheadResult | undefined {
	return results.find((result) => result.contender === contender && result.items === items);
}

/** Ours for one of theirs, at each number of items: `value` says of what. */
function ratios(
	results: OverheadResult[],
	numbers: number[],
	value: (result: OverheadResult) => number,
): Array<{ items: number; ratio: number }> {
	return numbers.flatMap((items) => {
		const ours = find(results, messaging.name, items);
		const theirs = find(results, httpRequest.name, items);
		return ours && theirs ? [{ items, ratio: value(ours) / value(theirs) }] : [];
	});
}

function timeGoal(
	results: OverheadResult[],
	numbers: number[],
	what: string,
	allowed: number,
	value: (result: OverheadResult) => number,
): string[] {
	const measured = ratios(results, numbers, value);
	if (measured.length === 0) return [];
	const listed = measured.map(({ items, ratio }) => `${ratio.toFixed(2)} at ${thousands(items)}`).join(', ');
	return [
		verdict(
			`${what} per item at most ${allowed} times the HTTP Request node's`,
			measured.every(({ ratio }) => ratio <= allowed),
			`${listed} items`,
		),
	];
}

/** Median peak memory above what the process had when the contender began, in bytes. */
function addedBytes(result: OverheadResult): number {
	return medianOf(result, ({ peakBytes: peak, startBytes }) => peak - startBytes);
}

function memoryGoal(results: OverheadResult[]): string[] {
	const ours = find(results, messaging.name, memoryItems);
	const theirs = find(results, httpRequest.name, memoryItems);
	if (!ours || !theirs) return [];
	const ratio = addedBytes(ours) / addedBytes(theirs);
	return [
		verdict(
			`added memory at most ${allowedMemory} times the HTTP Request node's at ${thousands(memoryItems)} items`,
			ratio <= allowedMemory,
			`${ratio.toFixed(2)}: ${megabytes(addedBytes(ours))} MB compared with ${megabytes(addedBytes(theirs))} MB`,
		),
	];
}

function constancyGoal(results: OverheadResult[], numbers: number[]): string[] {
	const times = numbers.flatMap((items) => {
		const ours = find(results, messaging.name, items);
		return ours ? [{ items, ms: wallPerItem(ours) }] : [];
	});
	if (times.length < 2) return [];
	const ratio = Math.max(...times.map(({ ms }) => ms)) / Math.min(...times.map(({ ms }) => ms));
	const measured = times.map(({ items, ms }) => `${ms.toFixed(2)} ms at ${thousands(items)}`).join(', ');
	return [
		verdict(
			`the same time per item for any number of items (${constancy})`,
			ratio <= constantWithin,
			measured,
			'Work that is done once is spread over more items.',
		),
	];
}

/** The same without what happens once: the time of each further item, from one number of items to the next. */
function furtherItemsGoal(results: OverheadResult[], numbers: number[]): string[] {
	const runs = numbers.flatMap((items) => find(results, messaging.name, items) ?? []);
	const further = runs.slice(1).map((more, index) => {
		const fewer = runs[index] as OverheadResult;
		const ms = (result: OverheadResult) => wallPerItem(result) * result.items;
		return { from: fewer.items, to: more.items, ms: (ms(more) - ms(fewer)) / (more.items - fewer.items) };
	});
	if (further.length < 2) return [];
	const ratio = Math.max(...further.map(({ ms }) => ms)) / Math.min(...further.map(({ ms }) => ms));
	return [
		verdict(
			`each further item takes the same time (${constancy})`,
			ratio <= constantWithin,
			further
				.map(({ from, to, ms }) => `${ms.toFixed(2)} ms between ${thousands(from)} and ${thousands(to)}`)
				.join(', '),
		),
	];
}

/** The part of the report on what the delivery costs. */
export function overheadSection(results: OverheadResult[]): string {
	if (results.length === 0) return '';
	const numbers = [...new Set(results.map(({ items }) => items))];
	const large = numbers.filter((items) => items >= leastItems);
	const rows = numbers.map((items) => row(results, items));
	const goals = [
		...timeGoal(results, large, 'CPU time', allowedProcessorTime, cpuPerItem),
		...timeGoal(results, large, 'time', allowedWallTime, wallPerItem),
		...memoryGoal(results),
		...constancyGoal(results, large),
		...furtherItemsGoal(results, large),
	];
	return [
		`## Overhead

A server without limits that answers every message after 20 ms. Medians: time per item (ms) / CPU time of the n8n process per
item (ms) / peak memory (MB). ${failures(results)}

${Object.values(overheadContenders)
	.map(({ name, description }) => `- ${name}: ${description}.`)
	.join('\n')}

${numbersTable(head, rows)}`,
		goals.join('\n'),
	]
		.filter(Boolean)
		.join('\n\n');
}

import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { numbersTable } from '../scripts/markdown-table';
import { overheadContenders } from './contenders';
import type { Lab } from './lab';
import { goal, measuredNow, thousands } from './markdown';
import type { Measurement } from './nodes/measurement';

type ContenderName = keyof typeof overheadContenders;

/** The runs of each contender over so many items. */
interface OverheadResult {
	items: number;
	runs: Record<ContenderName, Measurement[]>;
}

const latencyMs = 20;
const backlog = 4_096;

/** A server on this port of 127.0.0.1 that accepts every message after 20 ms; gives the function that ends it. */
async function answeringServer(port: number): Promise<() => void> {
	let requests = 0;
	const server = createServer((request, response) => {
		request.resume().once('end', async () => {
			await wait(latencyMs);
			requests += 1;
			const answer = {
				id: `req_${String(requests)}`,
				timestamp: Math.floor(Date.now() / 1_000),
				api_version: 'v1.0.0',
				object: 'response',
				data: { message_id: `msg_${String(requests)}` },
			};
			response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
		});
	});
	await new Promise<void>((resolve) => server.listen({ port, host: '127.0.0.1', backlog }, resolve));
	return () => {
		server.close();
		server.closeAllConnections();
	};
}

async function measured(lab: Lab, name: ContenderName, items: number): Promise<Measurement> {
	const stop = await answeringServer(lab.port);
	try {
		const contender = overheadContenders[name];
		const [run] = await lab.runTogether(contender, 1, items);
		if (!run?.measurement) {
			throw new Error(`${contender.name} with ${items} items did not end:\n${run?.log ?? ''}`);
		}
		const { wallMs, cpuMs } = run.measurement;
		console.log(
			`  ${contender.name}, ${items} items: ${(wallMs / items).toFixed(2)} ms, processor ${(cpuMs / items).toFixed(2)} ms an item`,
		);
		return run.measurement;
	} finally {
		stop();
	}
}

/** The middle one of some numbers (the mean of the two middle ones); NaN of none. */
function median(values: number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
	const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
	return (lower + upper) / 2;
}

const numbersOfItems = [1, 100, 5_000, 20_000];

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
			thousands(medianOf(ofOne, 'peakBytes') / 1e6),
		].join('\u00a0/\u00a0'),
	);
	return [thousands(items), ...cells];
}

/** A goal for what ours takes beside the HTTP Request node, at each of these numbers of items. */
function ratioGoal(what: string, allowed: number, results: OverheadResult[], value: Value): string {
	const verdicts = results.map(({ items, runs }) => {
		const ratio = medianOf(runs.messaging, value) / medianOf(runs.httpRequest, value);
		return { reached: ratio <= allowed, measured: `with ${ratio.toFixed(2)} at ${thousands(items)} items` };
	});
	return goal(`${what} at most ${allowed} times the HTTP Request node's`, verdicts);
}

/** How often each contender is measured: n8n's own start is part of a short run, and a long run averages itself out. */
function roundsOf(items: number): number {
	if (items > 5_000) return 1;
	return items > 100 ? 2 : 10;
}

/** Measures what each contender takes for each number of items, beginning with the other one in each round, and tells of it. */
export async function overheadSection(lab: Lab): Promise<string> {
	const measuredAt = measuredNow();
	const results: OverheadResult[] = [];
	for (const items of numbersOfItems) {
		const runs: OverheadResult['runs'] = { messaging: [], httpRequest: [] };
		const order = ['messaging', 'httpRequest'] as ContenderName[];
		for (let round = 0; round < roundsOf(items); round += 1) {
			for (const name of order) runs[name].push(await measured(lab, name, items));
			order.reverse();
		}
		results.push({ items, runs });
	}
	const large = results.filter(({ items }) => items >= leastItems);
	const largest = results.filter(({ items }) => items >= memoryItems);
	const goals = [
		ratioGoal('CPU time per item', 0.6, large, 'cpuMs'),
		ratioGoal('Time per item', 0.8, large, 'wallMs'),
		ratioGoal('Added memory', 0.7, largest, 'addedBytes'),
	];
	const failed = results.flatMap(({ items, runs }) =>
		Object.values(runs).flatMap((ofOne) => ofOne.map(({ answered }) => items - answered)),
	);
	const contenders = Object.values(overheadContenders);
	return `### Overhead

A server without limits answers every message after 20 ms. Medians: time per item (ms) / CPU time of n8n per item (ms) / peak
memory (MB). ${failed.reduce((sum, one) => sum + one, 0)} requests failed. ${measuredAt}

${contenders.map(({ name, description }) => `- ${name}: ${description}.`).join('\n')}

${numbersTable(['Items', ...contenders.map(({ name }) => name)], results.map(row))}

${goals.join('\n')}`;
}

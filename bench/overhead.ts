import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { numbersTable } from '../scripts/markdown-table';
import { overheadContenders } from './contenders';
import type { Lab } from './lab';
import { cell, goal, measuredNow, thousands } from './measures';
import type { Measurement } from './nodes/BenchEnd.node';

type Name = keyof typeof overheadContenders;

/** What the contenders took for so many items: a measurement of each round. */
type Runs = Record<Name, Measurement[]>;

const latencyMs = 20;
const backlog = 4_096;

/** So many items, and how often each contender sends them: n8n's own start is part of a short run. */
const rounds: Array<[items: number, rounds: number]> = [
	[1, 5],
	[5_000, 1],
];

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

async function measured(lab: Lab, name: Name, items: number): Promise<Measurement> {
	const stop = await answeringServer(lab.port);
	try {
		const contender = overheadContenders[name];
		const { measurement, log } = await lab.run(contender, items);
		if (measurement?.answered !== items) {
			throw new Error(`${contender.name} did not send ${items} items:\n${log ?? ''}`);
		}
		const { wallMs, cpuMs } = measurement;
		console.log(`  ${contender.name}, ${items}: ${wallMs.toFixed(0)} ms, processor ${cpuMs.toFixed(0)} ms`);
		return measurement;
	} finally {
		stop();
	}
}

/** The middle one of some runs; of an even number, the upper one. */
function median(runs: Measurement[], value: 'wallMs' | 'cpuMs' | 'peakBytes'): number {
	const sorted = runs.map((run) => run[value]).sort((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function row(items: number, runs: Runs): string[] {
	const cells = Object.values(runs).map((ofOne) =>
		cell(
			(median(ofOne, 'wallMs') / items).toFixed(2),
			(median(ofOne, 'cpuMs') / items).toFixed(2),
			thousands(median(ofOne, 'peakBytes') / 1e6),
		),
	);
	return [thousands(items), ...cells];
}

/** The goals of the Messaging node for the time of one message, and for that and the processor of the largest number. */
function goals(one: Runs, many: Runs): string[] {
	const ratio = ({ messaging, ...others }: Runs, name: keyof typeof others, value: 'wallMs' | 'cpuMs') =>
		median(messaging, value) / median(others[name], value);
	return [
		goal("Time of one message, by the HTTP Request node's,", ratio(one, 'httpRequest', 'wallMs'), 1.2),
		goal("Time of 5,000, by the HTTP Request node's,", ratio(many, 'httpRequest', 'wallMs'), 1.4),
		goal("CPU time of 5,000, by the HTTP Request node's,", ratio(many, 'httpRequest', 'cpuMs'), 1.4),
		goal("Time of 5,000, by that of n8n's own nodes,", ratio(many, 'ownNodes', 'wallMs'), 0.33),
	];
}

/** Measures what each contender takes for each number of items, one after the other in each round, and tells of it. */
export async function overhead(lab: Lab): Promise<string> {
	const measuredAt = await measuredNow();
	const results: Array<[items: number, runs: Runs]> = [];
	for (const [items, times] of rounds) {
		const runs: Runs = { messaging: [], httpRequest: [], ownNodes: [] };
		const order = Object.keys(runs) as Name[];
		for (let round = 0; round < times; round += 1) {
			for (const name of order) runs[name].push(await measured(lab, name, items));
			order.reverse();
		}
		results.push([items, runs]);
	}
	const contenders = Object.values(overheadContenders);
	const [first, last] = [results[0], results.at(-1)];
	return `### Overhead

A server without limits answers every message after 20 ms. Medians: time per item (ms) / CPU time of n8n per item (ms) / peak
memory (MB). ${measuredAt}

${contenders.map(({ name, description }) => `- ${name}: ${description}.`).join('\n')}

${numbersTable(
	['Items', ...contenders.map(({ name }) => name)],
	results.map(([items, runs]) => row(items, runs)),
)}

${first && last ? goals(first[1], last[1]).join('\n') : ''}`;
}

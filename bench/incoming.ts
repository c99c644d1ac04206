import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import { startN8n, type N8nInstance } from '../scripts/n8n/n8n-instance';
import { inLine, node, workflowNamed } from '../scripts/n8n/workflow-nodes';
import { endedExecutions, post } from '../e2e/support/message-trigger';
import { numbersTable } from '../scripts/markdown-table';
import { leasedNumbers } from '../simulator/accounts';
import { startSimulator } from '../simulator/simulator';
import { incomingEvent, newEventId } from '../simulator/webhook-events';
import { burstContenders } from './contenders';
import { installedFolder, storedCredentials, type Lab } from './lab';
import { cell, goal, measuredNow, thousands } from './measures';
import type { Arrivals } from './nodes/BenchArrived.node';

const settings = {
	'as n8n comes': {},
	'lazy expressions': { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
} satisfies Record<string, NodeJS.ProcessEnv>;

/** Events of the burst, and how many of them are under way at any moment. */
const eventsOfBurst = 2_000;
const atOnceInBurst = 30;

let count = 0;

/** Posts the event of a message from a person who has not written before, and answers the status. */
async function written(url: string): Promise<number> {
	count += 1;
	const event = incomingEvent({
		id: newEventId(),
		channel: 'imessage',
		from: `+1500${String(5_550_000 + count)}`,
		to: String(leasedNumbers[0]?.number),
		text: 'Hello',
		attachments: [],
		files: [],
		at: Date.now(),
	});
	return (await post(url, JSON.stringify(event))).status;
}

/** Processor time that an n8n has taken so far, in milliseconds, as it tells itself. */
async function cpuMs({ url }: N8nInstance): Promise<number> {
	const { data } = await axios.get<string>(`${url}/metrics`, { proxy: false });
	return Number(/^n8n_process_cpu_seconds_total (\S+)/m.exec(data)?.[1]) * 1_000;
}

/** Sends the burst, a sender for each event that is under way at once, and answers how many were answered 200. */
async function taken(url: string): Promise<number> {
	const statuses: number[] = [];
	let left = eventsOfBurst;
	const sender = async () => {
		while (left-- > 0) statuses.push(await written(url).catch(() => 0));
	};
	await Promise.all(Array.from({ length: atOnceInBurst }, sender));
	return statuses.filter((status) => status === 200).length;
}

/**
 * What becomes of a burst of events, in an n8n of its own, as its memory grows with the first one: how many were not taken,
 * came out of the trigger never or more than once, the most memory of n8n, and its processor time for each.
 */
async function burst(tarball: string, env: NodeJS.ProcessEnv, name: keyof typeof burstContenders) {
	const userFolder = await installedFolder(tarball);
	const result = join(userFolder, 'result.json');
	const simulator = await startSimulator({ settings: { sendRate: false } });
	const n8n = await startN8n(userFolder, { N8N_METRICS: 'true', BENCH_RESULT: result, ...env });
	try {
		const { webhookPath, trigger } = burstContenders[name](randomUUID());
		const nodes = [trigger, node('Arrived', 'CUSTOM.benchArrived')];
		const credentials = await storedCredentials(n8n, simulator.url);
		const { id } = await n8n.workflows.import(workflowNamed(name, nodes, inLine(nodes)), credentials);
		await n8n.workflows.activate(id);
		const url = `${n8n.url}/webhook/${webhookPath}`;
		await written(url);
		await endedExecutions(n8n, id);
		const before = await cpuMs(n8n);
		const answered = await taken(url);
		await endedExecutions(n8n, id);
		const cpu = ((await cpuMs(n8n)) - before) / eventsOfBurst;
		await n8n.stop();
		const { events, different, peakBytes } = JSON.parse(readFileSync(result, 'utf8')) as Arrivals;
		const [lost, twice] = [answered + 1 - different, events - different];
		const astray = eventsOfBurst - answered + lost + twice;
		return { astray, peakBytes, cpu };
	} finally {
		await n8n.stop();
		await simulator.stop();
	}
}

/** Measures what becomes of a burst of messages, and tells of it. */
export async function incoming({ tarball }: Lab): Promise<string> {
	const measuredAt = await measuredNow();
	const rows = Object.keys(burstContenders).map((name) => [name]);
	const goals: string[] = [];
	for (const [named, env] of Object.entries(settings)) {
		const ours = await burst(tarball, env, 'Messaging Trigger');
		const theirs = await burst(tarball, env, 'Webhook');
		for (const [index, { astray, peakBytes, cpu }] of [ours, theirs].entries()) {
			rows[index]?.push(cell(thousands(astray), thousands(peakBytes / 1e6), cpu.toFixed(1)));
		}
		console.log(`  ${named}: ${rows.map((row) => row.at(-1)).join(', ')}`);
		goals.push(goal(`Memory ${named}, by that of the Webhook node,`, ours.peakBytes / theirs.peakBytes, 1.3));
		goals.push(goal(`CPU time ${named}, by that of the Webhook node,`, ours.cpu / theirs.cpu, 1.3));
	}
	return `### Messages that come in

A burst of ${thousands(eventsOfBurst)} messages, ${atOnceInBurst} at any moment, each trigger in an n8n of its own: not taken, lost or twice / peak memory (MB) / CPU time
a message (ms). Lazy expressions: \`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true\`. ${measuredAt}

${numbersTable(['', ...Object.keys(settings)], rows)}

${goals.join('\n')}`;
}

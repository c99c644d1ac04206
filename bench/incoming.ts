import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import { startN8n, type N8nInstance } from '../e2e/n8n/n8n-instance';
import { inLine, node, workflowNamed } from '../e2e/n8n/workflow-nodes';
import { endedExecutions, post } from '../e2e/support/message-trigger';
import { numbersTable } from '../scripts/markdown-table';
import { leasedNumbers } from '../simulator/accounts';
import { startSimulator } from '../simulator/simulator';
import { incomingEvent, newEventId } from '../simulator/webhook-events';
import { burstContenders } from './contenders';
import type { Arrivals } from './nodes/BenchArrived.node';
import { recipient } from './nodes/recipient';
import { installedFolder, storedCredentials, type Lab } from './lab';
import { goal, measuredNow, thousands } from './markdown';

const settings = {
	'as n8n comes': {},
	'lazy expressions': { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
} satisfies Record<string, NodeJS.ProcessEnv>;

/** Events of the burst, and how many of them are under way at any moment. */
const eventsOfBurst = 2_000;
const atOnceInBurst = 30;

const [ours] = leasedNumbers.map(({ number }) => number) as [string];
let count = 0;

/** Posts the event of a message from a person who has not written before, and answers the status. */
async function written(url: string): Promise<number> {
	count += 1;
	const message = {
		id: newEventId(),
		channel: 'imessage' as const,
		from: recipient(count).to,
		to: ours,
		text: 'Hello',
		attachments: [],
		at: Date.now(),
	};
	return (await post(url, JSON.stringify(incomingEvent(message)))).status;
}

/** Processor time that an n8n has taken so far, in milliseconds, as it tells itself. */
async function cpuMs({ url }: N8nInstance): Promise<number> {
	const { data } = await axios.get<string>(`${url}/metrics`, { proxy: false });
	return Number(/^n8n_process_cpu_seconds_total (\S+)/m.exec(data)?.[1]) * 1_000;
}

/**
 * What becomes of a burst of events, in an n8n of its own, as its memory grows with the first one: how many were answered
 * 200, how many of these came out of the trigger never or more than once, and the most memory of n8n in bytes and its
 * processor time for each in milliseconds.
 */
async function burst(tarball: string, env: NodeJS.ProcessEnv, name: keyof typeof burstContenders) {
	const userFolder = installedFolder(tarball);
	const result = join(userFolder, 'result.json');
	const simulator = await startSimulator({ settings: { sendRate: false } });
	const n8n = await startN8n({ userFolder, env: { N8N_METRICS: 'true', BENCH_RESULT: result, ...env } });
	try {
		const { webhookPath, trigger } = burstContenders[name](randomUUID());
		const nodes = [trigger, node('Arrived', 'CUSTOM.benchArrived')];
		const credentials = await storedCredentials(n8n, simulator.url);
		const workflow = workflowNamed(name, nodes, inLine(nodes));
		const { id } = await n8n.workflows.import(workflow, credentials);
		await n8n.workflows.activate(id);
		const url = `${n8n.url}/webhook/${webhookPath}`;
		await written(url);
		await endedExecutions(n8n, id);
		const before = await cpuMs(n8n);
		const statuses: number[] = [];
		let left = eventsOfBurst;
		const sender = async () => {
			while (left-- > 0) statuses.push(await written(url).catch(() => 0));
		};
		await Promise.all(Array.from({ length: atOnceInBurst }, sender));
		await endedExecutions(n8n, id);
		const cpu = (await cpuMs(n8n)) - before;
		await n8n.stop();
		const { events, different, peakBytes } = JSON.parse(readFileSync(result, 'utf8')) as Arrivals;
		const taken = statuses.filter((status) => status === 200).length;
		const [lost, twice] = [taken + 1 - different, events - different];
		console.log(
			`  ${name}: ${taken} taken, ${lost} lost, ${twice} twice, ${(peakBytes / 1e6).toFixed(0)} MB, processor ${(cpu / eventsOfBurst).toFixed(1)} ms an event`,
		);
		return { taken, lost, twice, peakBytes, cpuMs: cpu / eventsOfBurst };
	} finally {
		await n8n.stop();
		await simulator.stop();
	}
}

const allowedInBurst = 1.3;

type BurstResult = Awaited<ReturnType<typeof burst>>;

function burstTold({ taken, lost, twice, peakBytes, cpuMs }: BurstResult): string {
	const astray = eventsOfBurst - taken + lost + twice;
	return [thousands(astray), thousands(peakBytes / 1e6), cpuMs.toFixed(1)].join('\u00a0/\u00a0');
}

/** Whether ours keeps its goals in a burst: memory and processor time beside theirs, and nothing lost or twice. */
function burstVerdict(named: string, [ours, theirs]: [BurstResult, BurstResult]) {
	const { taken, lost, twice } = ours;
	const ratios = [ours.peakBytes / theirs.peakBytes, ours.cpuMs / theirs.cpuMs];
	const areAllOnce = taken === eventsOfBurst && lost === 0 && twice === 0;
	return {
		reached: areAllOnce && ratios.every((ratio) => ratio <= allowedInBurst),
		measured: `${named} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
	};
}

/** Measures what becomes of a burst of messages, and tells of it. */
export async function incomingSection({ tarball }: Lab): Promise<string> {
	const measuredAt = measuredNow();
	const rows = Object.keys(burstContenders).map((name) => [name]);
	const verdicts: Array<ReturnType<typeof burstVerdict>> = [];
	for (const [named, env] of Object.entries(settings)) {
		console.log(`  n8n: ${named}`);
		const bursts: [BurstResult, BurstResult] = [
			await burst(tarball, env, 'Messaging Trigger'),
			await burst(tarball, env, 'Webhook'),
		];
		bursts.forEach((one, index) => rows[index]?.push(burstTold(one)));
		verdicts.push(burstVerdict(named, bursts));
	}
	return `### Messages that come in

A burst of ${thousands(eventsOfBurst)} messages, ${atOnceInBurst} at any moment, each trigger in an n8n of its own: not taken, lost or twice / peak memory (MB) / CPU time
a message (ms). Lazy expressions: \`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true\`. ${measuredAt}

${numbersTable(['', ...Object.keys(settings)], rows)}

${goal(`Memory and CPU time of a burst at most ${allowedInBurst} times those of n8n's Webhook node, none lost or twice`, verdicts)}`;
}

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import axios from 'axios';
import { startN8n, type N8nInstance } from '../e2e/n8n/n8n-instance';
import { installTarball } from '../e2e/n8n/package-tarball';
import { temporaryFolder } from '../e2e/n8n/temporary-folder';
import { endedExecutions } from '../e2e/support/message-trigger';
import { leasedNumbers } from '../simulator/accounts';
import { startSimulator } from '../simulator/simulator';
import { incomingEvent, newEventId, signature, signatureHeader } from '../simulator/webhook-events';
import { burstContenders, incomingWorkflow, type IncomingContender } from './contenders';
import type { Arrivals } from './nodes/BenchArrived.node';
import { recipient } from './nodes/recipient';
import { installBenchNodes } from './support/bench-nodes';
import { storedCredentials } from './support/stored-credentials';

/** How n8n is set up. */
export const settings = {
	'as n8n comes': {},
	'lazy expressions': { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
} satisfies Record<string, NodeJS.ProcessEnv>;

type Settings = keyof typeof settings;

/** Events of the burst, and how many of them are under way at any moment. */
export const eventsOfBurst = 2_000;
export const atOnceInBurst = 30;

/** What became of the burst. */
export interface BurstResult {
	contender: IncomingContender;
	settings: Settings;
	/** Events that were answered 200. */
	taken: number;
	/** Events that were taken and never came out of the trigger, and that came out more than once. */
	lost: number;
	twice: number;
	/** The most resident memory of n8n, in bytes. */
	peakBytes: number;
	/** Processor time of n8n for each event, in milliseconds. */
	cpuMs: number;
}

const [ours] = leasedNumbers.map(({ number }) => number) as [string];
let written = 0;

/** A connection for each request: one that is kept may be closed while a request is on its way. */
const httpAgent = new Agent({ keepAlive: false });

/** Posts the event of a message from a person who has not written before, and answers the status. */
async function post(url: string): Promise<number> {
	written += 1;
	const message = {
		id: newEventId(),
		channel: 'imessage' as const,
		from: recipient(written).to,
		to: ours,
		text: 'Hello',
		attachments: [],
		at: Date.now(),
	};
	const body = JSON.stringify(incomingEvent(message));
	const headers = { 'Content-Type': 'application/json', [signatureHeader]: signature(body) };
	const { status } = await axios.post(url, body, {
		headers,
		httpAgent,
		proxy: false,
		validateStatus: () => true,
	});
	return status;
}

/** Processor time that an n8n has taken so far, in milliseconds, as it tells itself. */
async function cpuMs({ url }: N8nInstance): Promise<number> {
	const { data } = await axios.get<string>(`${url}/metrics`, { proxy: false });
	return Number(/^n8n_process_cpu_seconds_total (\S+)/m.exec(data)?.[1]) * 1_000;
}

/** A burst of events, in an n8n of its own, as its memory grows with the first one. */
async function burst(
	tarball: string,
	env: NodeJS.ProcessEnv,
	contender: IncomingContender,
): Promise<Omit<BurstResult, 'settings'>> {
	const userFolder = temporaryFolder('phone-service-bench-incoming');
	installTarball(tarball, userFolder);
	installBenchNodes(userFolder);
	const result = join(userFolder, 'result.json');
	const simulator = await startSimulator({ settings: { sendRate: false } });
	const n8n = await startN8n({ userFolder, env: { N8N_METRICS: 'true', BENCH_RESULT: result, ...env } });
	try {
		const path = randomUUID();
		const credentials = await storedCredentials(n8n, simulator.url);
		const { id } = await n8n.workflows.import(incomingWorkflow(contender, path), credentials);
		await n8n.workflows.activate(id);
		const url = `${n8n.url}/webhook/${contender.webhookPath(path)}`;
		await post(url);
		await endedExecutions(n8n, id);
		const before = await cpuMs(n8n);
		const statuses: number[] = [];
		let left = eventsOfBurst;
		const sender = async () => {
			while (left-- > 0) statuses.push(await post(url).catch(() => 0));
		};
		await Promise.all(Array.from({ length: atOnceInBurst }, sender));
		await endedExecutions(n8n, id);
		const cpu = (await cpuMs(n8n)) - before;
		await n8n.stop();
		const { events, different, peakBytes } = JSON.parse(readFileSync(result, 'utf8')) as Arrivals;
		const taken = statuses.filter((status) => status === 200).length;
		const [lost, twice] = [taken + 1 - different, events - different];
		console.log(
			`  ${contender.name}: ${taken} taken, ${lost} lost, ${twice} twice, ${(peakBytes / 1e6).toFixed(0)} MB, processor ${(cpu / eventsOfBurst).toFixed(1)} ms an event`,
		);
		return { contender, taken, lost, twice, peakBytes, cpuMs: cpu / eventsOfBurst };
	} finally {
		await n8n.stop();
		await simulator.stop();
	}
}

/** Measures what becomes of a burst of messages. */
export async function measureIncoming(tarball: string): Promise<BurstResult[]> {
	const bursts: BurstResult[] = [];
	for (const [named, env] of Object.entries(settings) as Array<[Settings, NodeJS.ProcessEnv]>) {
		console.log(`  n8n: ${named}`);
		for (const contender of burstContenders) {
			bursts.push({ ...(await burst(tarball, env, contender)), settings: named });
		}
	}
	return bursts;
}

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
import { startSimulator, type Simulator } from '../simulator/simulator';
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

/** Posts the event of a message from a person who has not written before. */
export async function post(url: string): Promise<{ from: string; at: number; status: number; took: number }> {
	written += 1;
	const { to: from } = recipient(written);
	const at = Date.now();
	const message = {
		id: newEventId(),
		channel: 'imessage' as const,
		from,
		to: ours,
		text: 'Hello',
		attachments: [],
		at,
	};
	const body = JSON.stringify(incomingEvent(message));
	const headers = { 'Content-Type': 'application/json', [signatureHeader]: signature(body) };
	const { status } = await axios.post(url, body, {
		headers,
		httpAgent,
		proxy: false,
		validateStatus: () => true,
	});
	return { from, at, status, took: Date.now() - at };
}

/** Processor time that an n8n has taken so far, in milliseconds, as it tells itself. */
async function cpuMs({ url }: N8nInstance): Promise<number> {
	const { data } = await axios.get<string>(`${url}/metrics`, { proxy: false });
	return Number(/^n8n_process_cpu_seconds_total (\S+)/m.exec(data)?.[1]) * 1_000;
}

/** An n8n with the workflow of each contender published. */
class IncomingLab {
	private constructor(
		readonly n8n: N8nInstance,
		readonly simulator: Simulator,
		/** What n8n's nodes of the benchmark write when it ends. */
		readonly result: string,
		private readonly workflows: Map<IncomingContender, { id: string; url: string }>,
	) {}

	static async started(
		tarball: string,
		env: NodeJS.ProcessEnv,
		contenders: readonly IncomingContender[],
	): Promise<IncomingLab> {
		const userFolder = temporaryFolder('phone-service-bench-incoming');
		installTarball(tarball, userFolder);
		installBenchNodes(userFolder);
		const result = join(userFolder, 'result.json');
		const simulator = await startSimulator({ settings: { sendRate: false } });
		const n8n = await startN8n({ userFolder, env: { N8N_METRICS: 'true', BENCH_RESULT: result, ...env } });
		const credentials = await storedCredentials(n8n, simulator.url);
		const workflows = new Map<IncomingContender, { id: string; url: string }>();
		for (const contender of contenders) {
			const path = randomUUID();
			const workflow = incomingWorkflow(contender, path, simulator.url);
			const { id } = await n8n.workflows.import(workflow, credentials);
			await n8n.workflows.activate(id);
			workflows.set(contender, { id, url: `${n8n.url}/webhook/${contender.webhookPath(path)}` });
		}
		return new IncomingLab(n8n, simulator, result, workflows);
	}

	/** The workflow of a contender, and the address of its webhook. */
	workflow(contender: IncomingContender): { id: string; url: string } {
		const workflow = this.workflows.get(contender);
		if (!workflow) throw new Error(`There is no workflow for ${contender.name}`);
		return workflow;
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		await this.simulator.stop();
	}
}

/** A burst of events, in an n8n of its own, as its memory grows with the first one. */
async function burst(
	tarball: string,
	env: NodeJS.ProcessEnv,
	contender: IncomingContender,
): Promise<Omit<BurstResult, 'settings'>> {
	const lab = await IncomingLab.started(tarball, env, [contender]);
	try {
		const { id, url } = lab.workflow(contender);
		await post(url);
		await endedExecutions(lab.n8n, id);
		const before = await cpuMs(lab.n8n);
		const statuses: number[] = [];
		let left = eventsOfBurst;
		const sender = async () => {
			while (left-- > 0)
				statuses.push(
					await post(url).then(
						({ status }) => status,
						() => 0,
					),
				);
		};
		await Promise.all(Array.from({ length: atOnceInBurst }, sender));
		await endedExecutions(lab.n8n, id);
		const cpu = (await cpuMs(lab.n8n)) - before;
		await lab.n8n.stop();
		const { events, different, peakBytes } = JSON.parse(readFileSync(lab.result, 'utf8')) as Arrivals;
		const taken = statuses.filter((status) => status === 200).length;
		const [lost, twice] = [taken + 1 - different, events - different];
		console.log(
			`  ${contender.name}: ${taken} taken, ${lost} lost, ${twice} twice, ${(peakBytes / 1e6).toFixed(0)} MB, processor ${(cpu / eventsOfBurst).toFixed(1)} ms an event`,
		);
		return { contender, taken, lost, twice, peakBytes, cpuMs: cpu / eventsOfBurst };
	} finally {
		await lab.stop();
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

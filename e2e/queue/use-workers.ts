import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackgroundProcess } from '../../scripts/n8n/background-process';
import type { Simulator } from '../../simulator/simulator';
import { pool } from '../../test/support/histories';
import { freePlace, startN8nProcess } from '../../scripts/n8n/n8n-process';
import { MessageList, type ListSettings } from '../support/message-list';
import { installedFolder, sharedN8n, sharedRun, userFolderOf } from '../support/shared-run';
import { serviceCredential } from '../support/simulated-service';
import { until } from '../../scripts/n8n/until';

const names = ['worker-1', 'worker-2'] as const;

export type WorkerName = (typeof names)[number];

/** How long after the end of a worker n8n notices that an execution is gone with it; one to two minutes by default. */
export const noticed = {
	soon: {
		QUEUE_WORKER_LOCK_DURATION: '15000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
		QUEUE_WORKER_STALLED_INTERVAL: '5000',
	},
	late: { QUEUE_WORKER_LOCK_DURATION: '600000' },
};

/** Two workers. */
export class Workers {
	private readonly processes = new Map<WorkerName, BackgroundProcess>();

	constructor(
		private readonly env: NodeJS.ProcessEnv,
		private readonly concurrency: number,
	) {}

	/** Starts a worker, again where it was stopped or killed, and waits until it takes executions. */
	async start(name: WorkerName): Promise<void> {
		const place = await freePlace(userFolderOf(name));
		const own = {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(place.port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			N8N_WEBHOOK_URL: sharedRun().n8n.url,
			N8N_LOG_LEVEL: 'debug',
		};
		const command = ['worker', `--concurrency=${String(this.concurrency)}`];
		const worker = { command, env: { ...sharedRun().env, ...own, ...this.env }, name };
		this.processes.set(name, await startN8nProcess(place, worker));
	}

	/** The process of a worker. */
	process(name: WorkerName): BackgroundProcess {
		return this.processes.get(name) as BackgroundProcess;
	}

	/** Which worker runs or ran this execution, by its log at the level `debug`; waits until one has taken it. */
	async workerOf(executionId: string): Promise<WorkerName> {
		const begun = `Worker started execution ${executionId} `;
		return await until(() => names.find((name) => this.log(name).includes(begun)));
	}

	/** Waits until a worker has come to the end of an execution, whatever n8n says of it. */
	async hasEnded(name: WorkerName, executionId: string): Promise<void> {
		await until(() => this.log(name).includes(`Worker finished execution ${executionId} `), 120_000);
	}

	/** Everything that a worker has logged in this run of the tests. */
	log(name: WorkerName): string {
		const file = join(userFolderOf(name), `${name}.log`);
		return existsSync(file) ? readFileSync(file, 'utf8') : '';
	}
}

/**
 * Two workers for the tests of a file, with further environment variables. How many executions each runs at once is one
 * unless told, so that two executions run on both.
 */
export function useWorkers(env: NodeJS.ProcessEnv, concurrency = 1): Workers {
	const workers = new Workers(env, concurrency);
	beforeAll(async () => {
		const start = async (name: WorkerName) => {
			await installedFolder(name);
			await workers.start(name);
		};
		await Promise.all(names.map(start));
	});
	afterAll(async () => {
		await Promise.all(names.map(async (name) => await workers.process(name).stop()));
	});
	return workers;
}

/** Stores and publishes a list over several numbers. */
export async function publishedList(
	simulator: () => Simulator,
	settings: ListSettings,
): Promise<MessageList> {
	const n8n = sharedN8n();
	const credential = await serviceCredential(n8n, simulator().url);
	return await MessageList.published(n8n, simulator, credential, { parameters: pool, ...settings });
}

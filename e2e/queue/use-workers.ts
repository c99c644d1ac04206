import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackgroundProcess } from '../n8n/background-process';
import type { N8n } from '../n8n/n8n';
import type { Execution } from '../n8n/n8n-executions';
import { startWorker } from '../n8n/n8n-worker';
import { sharedRun } from '../support/shared-run';
import { installedFolder, userFolderOf } from '../support/test-folders';
import { until } from '../n8n/until';

const names = ['worker-1', 'worker-2'] as const;

export type WorkerName = (typeof names)[number];

export interface WorkersOptions {
	/** Further environment variables. */
	env?: () => NodeJS.ProcessEnv;
	/** How many executions each runs at once; one unless told, so that two executions run on both. */
	concurrency?: number;
}

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

	constructor(private readonly options: WorkersOptions) {}

	/** Starts a worker, again where it was stopped or killed. */
	async start(name: WorkerName): Promise<void> {
		const env = { ...sharedRun().env, N8N_LOG_LEVEL: 'debug', ...this.options.env?.() };
		this.processes.set(name, await startWorker(userFolderOf(name), name, env, this.options.concurrency));
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

	/** Waits for the ends of executions, which have to run on both workers. */
	async endedOnBoth({ executions }: N8n, ids: string[], milliseconds = 300_000): Promise<Execution[]> {
		const ranOn = await Promise.all(ids.map(async (id) => await this.workerOf(id)));
		expect(ranOn.sort()).toEqual(names);
		return await Promise.all(ids.map(async (id) => await executions.ended(id, { milliseconds })));
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

/** Two workers for the tests of a file. */
export function useWorkers(options: WorkersOptions = {}): Workers {
	const workers = new Workers(options);
	beforeAll(async () => {
		for (const name of names) installedFolder(name);
		await Promise.all(names.map(async (name) => await workers.start(name)));
	});
	afterAll(async () => {
		await Promise.all(names.map(async (name) => await workers.process(name).stop()));
	});
	return workers;
}

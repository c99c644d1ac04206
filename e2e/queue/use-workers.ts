import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackgroundProcess } from '../n8n/background-process';
import { hasBegun, hasEnded, startWorker } from '../n8n/n8n-worker';
import { installedFolder, userFolderOf } from '../support/test-folders';
import { until } from '../n8n/until';
import { sharedQueue } from './shared-queue';

const names = ['worker-1', 'worker-2'] as const;

export type WorkerName = (typeof names)[number];

export interface WorkersOptions {
	/** Further environment variables of one worker. */
	env?: (name: WorkerName) => NodeJS.ProcessEnv;
	/** The name of its user folder; that of the worker unless told. */
	folderName?: (name: WorkerName) => string;
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
		const userFolder = await installedFolder(this.folderName(name));
		const env = { ...sharedQueue(), N8N_LOG_LEVEL: 'debug', ...this.options.env?.(name) };
		const { concurrency = 1 } = this.options;
		this.processes.set(name, await startWorker({ userFolder, name, concurrency, env }));
	}

	async startAll(): Promise<void> {
		for (const name of names) await installedFolder(this.folderName(name));
		await Promise.all(names.map(async (name) => await this.start(name)));
	}

	/** Asks a worker to end (SIGTERM), as an update does, and waits until it is gone. */
	async stop(name: WorkerName): Promise<void> {
		await this.processes.get(name)?.stop();
	}

	/** Ends a worker at once (SIGKILL), as a crash does. */
	async kill(name: WorkerName): Promise<void> {
		await this.processes.get(name)?.kill();
	}

	/** Has a worker stand still (SIGSTOP). */
	pause(name: WorkerName): void {
		this.processes.get(name)?.pause();
	}

	/** Has a worker that stands still go on (SIGCONT). */
	resume(name: WorkerName): void {
		this.processes.get(name)?.resume();
	}

	async stopAll(): Promise<void> {
		await Promise.all(names.map(async (name) => await this.stop(name)));
	}

	/** Which worker runs or ran this execution, by its log; waits until one has taken it. */
	async workerOf(executionId: string): Promise<WorkerName> {
		return await until(() => names.find((name) => hasBegun(this.log(name), executionId)));
	}

	/** Waits until a worker has come to the end of an execution, whatever n8n says of it. */
	async hasEnded(name: WorkerName, executionId: string): Promise<void> {
		await until(() => hasEnded(this.log(name), executionId), 120_000);
	}

	/** Everything that a worker has logged in this run of the tests. */
	log(name: WorkerName): string {
		const file = join(userFolderOf(this.folderName(name)), `${name}.log`);
		return existsSync(file) ? readFileSync(file, 'utf8') : '';
	}

	private folderName(name: WorkerName): string {
		return this.options.folderName?.(name) ?? name;
	}
}

/** The other one of the two. */
export function otherThan(name: WorkerName): WorkerName {
	return name === 'worker-1' ? 'worker-2' : 'worker-1';
}

/** Two workers for the tests of a file. */
export function useWorkers(options: WorkersOptions = {}): Workers {
	const workers = new Workers(options);
	beforeAll(async () => {
		await workers.startAll();
	});
	afterAll(async () => {
		await workers.stopAll();
	});
	return workers;
}

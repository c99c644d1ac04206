import type { BackgroundProcess } from './background-process';
import { freePlace } from './n8n-environment';
import { startN8nProcess } from './n8n-process';

export interface WorkerOptions {
	/** The folder of this worker, with the package in it; several may share one. */
	userFolder: string;
	/** Its log is `<name>.log` in its user folder. */
	name: string;
	/** How many executions it runs at once. */
	concurrency: number;
	/** Further environment variables of n8n: what main has as well, and what is this worker's own. */
	env: NodeJS.ProcessEnv;
}

/** Starts a worker of n8n's queue mode on 127.0.0.1 and waits until it takes executions. */
export async function startWorker({
	userFolder,
	name,
	concurrency,
	env,
}: WorkerOptions): Promise<BackgroundProcess> {
	const place = await freePlace(userFolder);
	const health = {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(place.port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
	return await startN8nProcess(place, {
		command: ['worker', `--concurrency=${String(concurrency)}`],
		env: { ...health, ...env },
		name,
	});
}

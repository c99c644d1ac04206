import type { BackgroundProcess } from './background-process';
import { freePlace } from './n8n-environment';
import { startN8nProcess } from './n8n-process';

/**
 * Starts a worker of n8n's queue mode on 127.0.0.1 and waits until it takes executions. Its log is `<name>.log` in its
 * user folder, which workers may share; `env` is what main has as well, and what is this worker's own.
 */
export async function startWorker(
	userFolder: string,
	name: string,
	env: NodeJS.ProcessEnv,
	concurrency = 1,
): Promise<BackgroundProcess> {
	const place = await freePlace(userFolder);
	const health = {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(place.port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
	const command = ['worker', `--concurrency=${String(concurrency)}`];
	return await startN8nProcess(place, { command, env: { ...health, ...env }, name });
}

import { freePort } from './free-port';
import { startService } from './service-process';

/** Starts a Redis of our own, which keeps nothing, and answers the environment variables of an n8n that queues there. */
export async function startRedis(program: string, logFile: string): Promise<NodeJS.ProcessEnv> {
	const port = String(await freePort());
	await startService({
		name: 'Redis',
		program,
		prepare: ({ folder }) => [
			...['--bind', '127.0.0.1', '--port', port],
			...['--save', '', '--appendonly', 'no', '--dir', folder],
		],
		logFile,
		readyLine: /ready to accept connections/i,
	});
	return { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: port };
}

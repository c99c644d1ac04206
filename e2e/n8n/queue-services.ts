import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from './free-port';
import { startPostgres } from './postgres';
import { startService } from './service-process';
import { servicePrograms } from './service-programs';

/**
 * Starts what n8n's queue mode needs, Redis and PostgreSQL, for ourselves alone: on free ports of 127.0.0.1, with data
 * in temporary folders and logs in this one. Answers the environment variables that main and all workers share. Both
 * end with this process at the latest.
 */
export async function startQueueServices(logFolder: string): Promise<NodeJS.ProcessEnv> {
	const programs = servicePrograms();
	const [redis, postgres] = await Promise.all([
		startRedis(programs['redis-server'], join(logFolder, 'redis.log')),
		startPostgres(programs, join(logFolder, 'postgres.log')),
	]);
	return {
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		...redis,
		...postgres,
	};
}

/** Starts a Redis of our own, which keeps nothing, and answers the environment variables of an n8n that queues there. */
async function startRedis(program: string, logFile: string): Promise<NodeJS.ProcessEnv> {
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

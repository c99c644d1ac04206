import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startPostgres } from './postgres';
import { startRedis } from './redis';
import { servicePrograms } from './service-programs';

/**
 * Starts what n8n's queue mode needs, Redis and PostgreSQL, for ourselves alone: on free ports of 127.0.0.1, with data
 * in temporary folders and logs in this one. Answers the environment variables that main and all workers share. Both
 * end with this process at the latest.
 */
export async function startQueueServices(logFolder: string): Promise<NodeJS.ProcessEnv> {
	const programs = servicePrograms();
	const [redis, postgres] = await Promise.all([
		startRedis(programs.redisServer, join(logFolder, 'redis.log')),
		startPostgres(programs, join(logFolder, 'postgres.log')),
	]);
	return {
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		...redis,
		...postgres,
	};
}

import { startQueueServices } from '../n8n/queue-services';
import { stage } from '../n8n/progress';
import { startSharedN8n } from '../support/start-shared-n8n';
import { shareQueue } from './shared-queue';

/** Before all tests: Redis, PostgreSQL, and n8n's main. Each test file starts its workers. */
export default async function start(): Promise<void> {
	await startSharedN8n(async (runFolder) => {
		const services = await stage('Starting Redis and PostgreSQL', () => startQueueServices(runFolder));
		return shareQueue(services);
	});
}

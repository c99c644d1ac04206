import { startQueueServices } from '../n8n/queue-services';
import { stage } from '../n8n/progress';
import { startSharedN8n } from '../support/start-shared-n8n';

/** Before all tests: Redis, PostgreSQL, and n8n's main. Each test file starts its workers. */
export default async function start(): Promise<void> {
	await startSharedN8n((runFolder) =>
		stage('Starting Redis and PostgreSQL', () => startQueueServices(runFolder)),
	);
}

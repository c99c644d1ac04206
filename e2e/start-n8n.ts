import { startSharedN8n } from './support/start-shared-n8n';

/** Before all tests. */
export default async function start(): Promise<void> {
	await startSharedN8n(() => Promise.resolve({}));
}

import { stopAll } from './n8n/stop-at-exit';

/** After all tests, also when some have failed: stops what {@link ./start-n8n} has started. */
export default async function stop(): Promise<void> {
	await stopAll();
}

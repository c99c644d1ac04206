/**
 * Runs the simulator alone.
 *
 *   npm run simulator -- --port 8025 --webhook http://127.0.0.1:5678/webhook/…
 *
 * With `--files https://n8n.example.com=http://127.0.0.1:5678`, files of that address are fetched from this machine.
 */
import { parseArgs } from 'node:util';
import { demoToken } from './accounts';
import { usualPort } from './settings';
import { startSimulator } from './simulator';

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: String(usualPort) },
			webhook: { type: 'string', default: '' },
			files: { type: 'string', multiple: true, default: [] },
		},
	});
	const filesAt = Object.fromEntries(values.files.map((one) => one.split('=', 2)));
	const settings = { webhookUrl: values.webhook, filesAt };
	const simulator = await startSimulator({ port: Number(values.port), settings });
	console.log(
		`The simulator of the service answers at ${simulator.url}, with the token ${demoToken}. Ctrl-C stops it.`,
	);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.stop());
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});

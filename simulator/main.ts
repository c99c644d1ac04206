/**
 * Runs the simulator alone.
 *
 *   npm run simulator -- --port 8025 --webhook http://127.0.0.1:5678/webhook/…
 */
import { parseArgs } from 'node:util';
import { accounts } from './accounts';
import { usualPort } from './settings';
import { startSimulator } from './simulator';

function greeting(url: string): string {
	const width = Math.max(...accounts.map(({ token }) => token.length));
	return [
		`The simulator of the service answers at ${url}`,
		`What would have arrived is shown at    ${url}/`,
		'',
		'Demo tokens:',
		...accounts.map(({ token, purpose }) => `  ${token.padEnd(width)}  ${purpose.replaceAll('`', '')}`),
		'',
		'Ctrl-C stops it.',
	].join('\n');
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: String(usualPort) },
			webhook: { type: 'string', default: '' },
		},
	});
	const settings = { webhookUrl: values.webhook };
	const simulator = await startSimulator({ port: Number(values.port), settings });
	console.log(greeting(simulator.url));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.stop());
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});

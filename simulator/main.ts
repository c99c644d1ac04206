/**
 * Runs the simulator alone.
 *
 *   npm run simulator -- --port 8025
 */
import { parseArgs } from 'node:util';
import { accounts } from './accounts';
import { usualPort } from './settings';
import { startSimulator, type Simulator } from './simulator';

function portFromArguments(): number {
	const { values } = parseArgs({ options: { port: { type: 'string', default: String(usualPort) } } });
	const port = Number(values.port);
	if (!/^\d+$/.test(values.port) || port > 65_535) {
		throw new Error(`--port takes a number from 0 to 65535, not "${values.port}".`);
	}
	return port;
}

async function started(port: number): Promise<Simulator> {
	try {
		return await startSimulator({ port });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		throw new Error(`Port ${port} is in use: choose another one with --port.`);
	}
}

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
	const simulator = await started(portFromArguments());
	console.log(greeting(simulator.url));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.stop());
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});

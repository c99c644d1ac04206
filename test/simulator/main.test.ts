import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import axios from 'axios';
import { root } from '../../scripts/project-root';
import { startSimulator } from '../../simulator/simulator';

function run(...args: string[]): { process: ChildProcess; output: () => string } {
	const child = spawn(process.execPath, ['--import', 'tsx', 'simulator/main.ts', ...args], { cwd: root });
	let text = '';
	child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
	return { process: child, output: () => text };
}

describe('npm run simulator', () => {
	test.each(['SIGINT', 'SIGTERM'] as const)(
		'prints addresses and tokens, and %s stops it',
		async (signal) => {
			const { process: child, output } = run('--port', '0');
			while (!output().includes('Ctrl-C')) await once(child.stdout as NodeJS.ReadableStream, 'data');
			const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0] ?? '';
			expect(output()).toContain('demo-token-no-whatsapp');
			expect((await axios.get(url)).status).toBe(200);
			child.kill(signal);
			expect(await once(child, 'exit')).toEqual([0, null]);
		},
	);

	test('says in one line that the port is in use', async () => {
		const other = await startSimulator();
		const { port } = new URL(other.url);
		const { process: child, output } = run('--port', port);
		expect(await once(child, 'close')).toEqual([1, null]);
		expect(output()).toBe(`Port ${port} is in use: choose another one with --port.\n`);
		await other.stop();
	});

	test.each(['x', '70000', '-1'])('refuses the port %s', async (port) => {
		const { process: child, output } = run(`--port=${port}`);
		expect(await once(child, 'close')).toEqual([1, null]);
		expect(output()).toBe(`--port takes a number from 0 to 65535, not "${port}".\n`);
	});
});

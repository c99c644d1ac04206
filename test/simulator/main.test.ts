import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import axios from 'axios';
import { root } from '../../scripts/project-root';
import { simulator, useSimulator } from './support';

useSimulator();

function run(...args: string[]) {
	return spawn(process.execPath, ['--import', 'tsx', 'simulator/main.ts', ...args], { cwd: root });
}

describe('npm run simulator', () => {
	test('prints addresses and tokens, SIGTERM stops it', async () => {
		const child = run('--port', '0');
		let output = '';
		child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
		while (!output.includes('Ctrl-C')) await once(child.stdout, 'data');
		const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
		expect(output).toContain('demo-token-no-whatsapp');
		expect((await axios.get(url)).status).toBe(200);
		child.kill('SIGTERM');
		expect(await once(child, 'exit')).toEqual([0, null]);
	});

	test('says in one line that its port is in use', async () => {
		const { port } = new URL(simulator().url);
		const child = run(`--port=${port}`);
		const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
		expect(status).toBe(1);
		expect(said.trim()).toBe(`Port ${port} is in use: choose another one with --port.`);
	});
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import axios from 'axios';
import { root } from '../../scripts/project-root';

test('npm run simulator prints addresses and tokens, SIGTERM stops it', async () => {
	const command = ['--import', 'tsx', 'simulator/main.ts', '--port', '0'];
	const child = spawn(process.execPath, command, { cwd: root });
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	while (!output.includes('Ctrl-C')) await once(child.stdout, 'data');
	const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
	expect(output).toContain('demo-token-no-whatsapp');
	expect((await axios.get(url)).status).toBe(200);
	child.kill('SIGTERM');
	expect(await once(child, 'exit')).toEqual([0, null]);
});

import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { ClearProblem } from '../n8n/clear-problem';

const mostBytes = 250_000;

/** Writes a PNG with a palette, a third of its size, by pngquant, which .ci/install-missing installs. */
export async function smallerPng(png: Buffer, file: string): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const options = ['--force', '--strip', '--quality=80-100', '--speed=1', '--output', file, '-'];
		const quantiser = execFile('pngquant', options, (error) => {
			if (error) reject(error);
			else resolve();
		});
		quantiser.stdin?.end(png);
	});
	const { size } = statSync(file);
	if (size > mostBytes)
		throw new ClearProblem(`${file} has ${String(size)} bytes, more than ${String(mostBytes)}`);
}

import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { ClearProblem } from '../n8n/clear-problem';
import { installDebianPackages } from './chromium';

const program = '/usr/bin/pngquant';
const mostBytes = 250_000;

/** Writes a PNG with a palette, a third of its size, installing Debian's pngquant first if it is missing. */
export async function smallerPng(png: Buffer, file: string): Promise<void> {
	if (!existsSync(program)) await installDebianPackages(['pngquant']);
	await new Promise<void>((resolve, reject) => {
		const options = ['--force', '--strip', '--quality=80-100', '--speed=1', '--output', file, '-'];
		const quantiser = execFile(program, options, (error) => {
			if (error) reject(error);
			else resolve();
		});
		quantiser.stdin?.end(png);
	});
	const { size } = statSync(file);
	if (size > mostBytes)
		throw new ClearProblem(`${file} has ${String(size)} bytes, more than ${String(mostBytes)}`);
}

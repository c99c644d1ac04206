import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { promisify } from 'node:util';
import { ClearProblem } from './program';

/** The environment of this process with its Node first on PATH, without what an npm that runs it tells its scripts. */
const environment = {
	...process.env,
	PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
	NODE_OPTIONS: undefined,
	npm_config_local_prefix: undefined,
	npm_config_loglevel: 'error',
};

/** Runs a program in a folder to its end. Where it fails, the error says which problem that is, and what it printed at its end. */
export async function run(
	folder: string,
	program: string,
	args: string[],
	{ problem, env }: { problem: string; env?: NodeJS.ProcessEnv },
): Promise<void> {
	const settings = { cwd: folder, env: { ...environment, ...env }, maxBuffer: Infinity };
	try {
		await promisify(execFile)(program, args, settings);
	} catch (error) {
		const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
		throw new ClearProblem(`${problem}\n${endOf(`${stdout}${stderr}` || message, 20)}`);
	}
}

/** The last lines of a log, for a person to read. */
export function lastLines(file: string, count: number): string {
	return existsSync(file) ? endOf(readFileSync(file, 'utf8'), count) : '';
}

function endOf(text: string, lines: number): string {
	return text.trimEnd().split('\n').slice(-lines).join('\n');
}

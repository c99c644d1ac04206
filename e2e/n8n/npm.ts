import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { ClearProblem } from './clear-problem';
import { stopAtExit, unlessStopping } from './stop-at-exit';

/** How an npm command, or another program, ended. */
export interface Ended {
	hasFailed: boolean;
	/** The end of what it printed. */
	log: string;
}

/** Options that let npm give up after some ten seconds instead of minutes when there is no network. */
export const impatientOptions = [
	'--fetch-retries=3',
	'--fetch-retry-mintimeout=1000',
	'--fetch-retry-maxtimeout=5000',
];

/** Runs npm on the Node that runs this process. */
export async function npm(folder: string, args: string[], environment?: NodeJS.ProcessEnv): Promise<Ended> {
	return await nodeProgram(folder, [npmProgram(), ...args], environment);
}

/** Runs a JavaScript program in a folder on the Node that runs this process; it ends with this process at the latest. */
export async function nodeProgram(
	folder: string,
	args: string[],
	environment?: NodeJS.ProcessEnv,
): Promise<Ended> {
	const env = { ...environmentWithoutNpmScript(), ...environment };
	const ended = await new Promise<Ended>((resolve) => {
		const options = { cwd: folder, env, maxBuffer: Infinity };
		const program = execFile(process.execPath, args, options, (error, output, errors) => {
			forget();
			resolve({ hasFailed: error !== null, log: endOf(output + errors) });
		});
		const forget = stopAtExit(() => program.kill());
	});
	await unlessStopping();
	return ended;
}

/** Sends a signal to a process and everything that it started (its process group). */
export function killGroup(processId: number | undefined, signal: NodeJS.Signals): void {
	if (processId === undefined) return;
	try {
		process.kill(-processId, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

/** The last lines of a log, for a person to read. */
export function lastLines(file: string, count: number): string {
	return existsSync(file) ? endOf(readFileSync(file, 'utf8'), count) : '';
}

function endOf(text: string, lines = 20): string {
	return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/** The JavaScript file of the npm that has started this. */
function npmProgram(): string {
	const given = process.env.npm_execpath;
	if (given === undefined) throw new ClearProblem('Start this through npm (npm start, npm run …).');
	return given;
}

/** This process's environment with the running Node first on PATH and without what npm tells its scripts. */
function environmentWithoutNpmScript(): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(
		([name]) => !/^npm_(package|lifecycle)_|^npm_(command|config_local_prefix)$|^NODE_OPTIONS$/.test(name),
	);
	return {
		...Object.fromEntries(kept),
		PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
		npm_config_loglevel: 'error',
	};
}

import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ClearProblem } from './clear-problem';
import { stopAtExit, unlessStopping } from './stop-at-exit';

/** How an npm command, or another program, ended. */
export interface Ended {
	exitCode: number;
	/** What it printed to standard output. */
	output: string;
}

export interface ProgramOptions {
	/** The folder it runs in. */
	folder: string;
	/** Where what it prints is kept, for looking things up after a failure. */
	logFile: string;
	environment?: NodeJS.ProcessEnv;
}

/** Options that let npm give up after some ten seconds instead of minutes when there is no network. */
export const impatientOptions = [
	'--fetch-retries=3',
	'--fetch-retry-mintimeout=1000',
	'--fetch-retry-maxtimeout=5000',
];

/** Runs the machine's npm on the Node that runs this process. */
export async function npm(args: string[], options: ProgramOptions): Promise<Ended> {
	return await nodeProgram([npmProgram(), ...args], options);
}

/** Runs a JavaScript program on the Node that runs this process; it ends with this process at the latest. */
export function nodeProgram(args: string[], options: ProgramOptions): Promise<Ended> {
	mkdirSync(dirname(options.logFile), { recursive: true });
	const log = openSync(options.logFile, 'a');
	const program = spawn(process.execPath, args, {
		cwd: options.folder,
		stdio: ['ignore', 'pipe', log],
		env: { ...environmentWithoutNpmScript(), ...options.environment },
		detached: true,
	});
	closeSync(log);
	const ended = new Promise<Ended>((resolve, reject) => {
		let output = '';
		program.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
		program.once('error', reject);
		program.once('close', (code) => {
			resolve({ exitCode: code ?? 1, output });
		});
	});
	const kill = () => {
		killGroup(program.pid, 'SIGKILL');
	};
	const stop = async () => {
		kill();
		await ended.catch(() => undefined);
	};
	const forget = stopAtExit({ kill, stop });
	return ended.finally(forget).finally(unlessStopping);
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
	if (!existsSync(file)) return '';
	return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
}

/** The JavaScript file of the machine's npm. */
function npmProgram(): string {
	const given = process.env.npm_execpath;
	if (given?.endsWith('npm-cli.js')) return given;
	const onPath = (process.env.PATH ?? '')
		.split(delimiter)
		.map((folder) => join(folder, 'npm'))
		.find((file) => existsSync(file));
	if (onPath === undefined) {
		throw new ClearProblem('npm was not found. Install it, for example with: apt-get install npm');
	}
	return realpathSync(onPath);
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

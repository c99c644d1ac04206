import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { promisify } from 'node:util';

/** How an npm command, or another program, ended. */
export interface Ended {
	hasFailed: boolean;
	/** The end of what it printed. */
	log: string;
}

/** Runs npm in a folder, on the Node that runs this process. */
export async function npm(folder: string, args: string[], environment?: NodeJS.ProcessEnv): Promise<Ended> {
	return await ended(folder, 'npm', args, environment);
}

/** Runs a JavaScript program in a folder, on the Node that runs this process. */
export async function nodeProgram(
	folder: string,
	args: string[],
	environment?: NodeJS.ProcessEnv,
): Promise<Ended> {
	return await ended(folder, process.execPath, args, environment);
}

async function ended(
	folder: string,
	file: string,
	args: string[],
	environment?: NodeJS.ProcessEnv,
): Promise<Ended> {
	const env = { ...environmentWithoutNpmScript(), ...environment };
	const program = promisify(execFile)(file, args, { cwd: folder, env, maxBuffer: Infinity });
	return await program.then(
		({ stdout, stderr }) => ({ hasFailed: false, log: endOf(stdout + stderr) }),
		({ message, stdout, stderr }: Error & { stdout?: string; stderr?: string }) => ({
			hasFailed: true,
			log: endOf(`${stdout ?? message}${stderr ?? ''}`),
		}),
	);
}

/** The last lines of a log, for a person to read. */
export function lastLines(file: string, count: number): string {
	return existsSync(file) ? endOf(readFileSync(file, 'utf8'), count) : '';
}

function endOf(text: string, lines = 20): string {
	return text.trimEnd().split('\n').slice(-lines).join('\n');
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

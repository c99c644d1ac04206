import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ClearProblem, problemText } from './program';
import { lastLines } from './run';
import { until } from './until';

const startMilliseconds = 180_000;

/** What runs here in the background, the eldest first. */
const running = new Set<BackgroundProcess>();

/** A program that serves in the background. */
export interface BackgroundProgram {
	/** What it is called when it does not start. */
	name: string;
	program: string;
	args: string[];
	/** The folder it runs in. */
	folder: string;
	env: NodeJS.ProcessEnv;
	/** Where what it prints goes; what is there already is kept. */
	logFile: string;
	/** Whether it is ready; an error means that it is not yet. */
	ready: () => unknown;
	/** Who it runs as, if that is somebody else. */
	user?: { uid: number; gid: number };
}

/** A running program with everything it started itself (its process group). It ends with this process at the latest. */
export class BackgroundProcess {
	/** Resolves when the process has ended, for whatever reason. */
	readonly gone: Promise<void>;

	private constructor(
		private readonly child: ChildProcess,
		readonly logFile: string,
	) {
		running.add(this);
		this.gone = once(child, 'close').then(() => void running.delete(this));
	}

	/** Starts the program and resolves when it is ready. */
	static async started(background: BackgroundProgram): Promise<BackgroundProcess> {
		const { name, program, args, folder, env, logFile, ready, user } = background;
		for (const needed of [folder, dirname(logFile)]) mkdirSync(needed, { recursive: true });
		const log = openSync(logFile, 'a');
		const toRun = JSON.stringify({ program, args, user });
		const child = spawn(process.execPath, [join(__dirname, 'run-until-parent-ends.js'), toRun], {
			cwd: folder,
			env,
			stdio: ['pipe', log, log],
			detached: true,
		});
		closeSync(log);
		const started = new BackgroundProcess(child, logFile);
		await until(async () => started.hasEnded() || (await ready()), startMilliseconds, 250).catch(() =>
			started.kill(),
		);
		if (!started.hasEnded()) return started;
		throw new ClearProblem(
			`${name} did not start. The end of its log, ${logFile}:\n${lastLines(logFile, 20)}`,
		);
	}

	/** Asks the program to end (SIGTERM), and kills it if it has not after 15 seconds. */
	async stop(): Promise<void> {
		this.child.stdin?.end();
		await this.gone;
	}

	/** Ends everything of the program at once (SIGKILL), as a crash of the machine would. */
	async kill(): Promise<void> {
		this.signal('SIGKILL');
		await this.gone;
	}

	/** Sends a signal to everything of the program. */
	signal(signal: NodeJS.Signals): void {
		if (!this.hasEnded()) process.kill(-Number(this.child.pid), signal);
	}

	private hasEnded(): boolean {
		return this.child.exitCode !== null || this.child.signalCode !== null;
	}
}

/** Stops everything that runs in the background, the youngest first. */
export async function stopAll(): Promise<void> {
	for (const one of [...running].reverse()) await one.stop();
}

/**
 * Runs a program to its end and exits: with 0, or with 1 after saying what went wrong. What it has started in the background
 * is stopped first; after Ctrl-C, each ends by itself as soon as this process is gone.
 */
export async function runProgram(work: () => Promise<void>): Promise<never> {
	process.once('SIGINT', () => process.exit());
	try {
		await work();
	} catch (error) {
		console.error(problemText(error));
		process.exitCode = 1;
	}
	await stopAll();
	process.exit();
}

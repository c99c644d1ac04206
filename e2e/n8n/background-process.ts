import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ClearProblem } from './clear-problem';
import { killGroup, lastLines } from './npm';
import { stopAtExit, unlessStopping } from './stop-at-exit';

const startMilliseconds = 180_000;
const stopMilliseconds = 15_000;

/** A Node program that serves in the background. */
export interface BackgroundProgram {
	/** What it is called when it does not start. */
	name: string;
	/** What follows `node` on the command line. */
	args: string[];
	/** The folder it runs in. */
	folder: string;
	environment: NodeJS.ProcessEnv;
	/** Where what it prints goes; what is there already is kept. */
	logFile: string;
	/** Whether it is ready; asked four times a second. */
	ready: () => boolean | Promise<boolean>;
	/** What asks it to end; SIGTERM unless told. */
	stopSignal?: NodeJS.Signals;
}

/** A running program with everything it started itself (its process group). It ends with this process at the latest. */
export class BackgroundProcess {
	/** Resolves when the process has ended, for whatever reason. */
	readonly gone: Promise<void>;

	private constructor(
		private readonly child: ChildProcess,
		private readonly program: BackgroundProgram,
	) {
		this.gone = new Promise((resolve) => child.once('close', () => resolve()));
		const forget = stopAtExit(() => this.stop());
		void this.gone.then(forget);
	}

	/** Starts the program and resolves when it is ready. Its standard input stays open as long as this process lives. */
	static async started(program: BackgroundProgram): Promise<BackgroundProcess> {
		mkdirSync(dirname(program.logFile), { recursive: true });
		const log = openSync(program.logFile, 'a');
		const child = spawn(process.execPath, program.args, {
			cwd: program.folder,
			env: program.environment,
			stdio: ['pipe', log, log],
			detached: true,
		});
		closeSync(log);
		const started = new BackgroundProcess(child, program);
		await started.untilReady();
		return started;
	}

	get logFile(): string {
		return this.program.logFile;
	}

	/** Asks the program to end, and kills it if it has not after 15 seconds. */
	async stop(): Promise<void> {
		if (this.running()) this.signal(this.program.stopSignal ?? 'SIGTERM');
		const late = setTimeout(() => {
			this.signal('SIGKILL');
		}, stopMilliseconds);
		await this.gone;
		clearTimeout(late);
	}

	/** Ends everything of the program at once (SIGKILL), as a crash of the machine would. */
	async kill(): Promise<void> {
		this.signal('SIGKILL');
		await this.gone;
	}

	private running(): boolean {
		return this.child.exitCode === null && this.child.signalCode === null;
	}

	/** Sends a signal to everything of the program. */
	signal(signal: NodeJS.Signals): void {
		killGroup(this.child.pid, signal);
	}

	private async untilReady(): Promise<void> {
		const deadline = Date.now() + startMilliseconds;
		while (this.running() && Date.now() < deadline) {
			if (await this.program.ready()) return;
			await wait(250);
		}
		await unlessStopping();
		const { name } = this.program;
		const what = this.running()
			? `${name} did not get ready within 3 minutes`
			: `${name} ended while starting`;
		await this.kill();
		throw new ClearProblem(`${what}. The end of its log, ${this.logFile}:\n${lastLines(this.logFile, 20)}`);
	}
}

import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import axios from 'axios';
import { ClearProblem } from './clear-problem';
import { editorUrl, n8nEnvironment, type N8nPlace } from './n8n-environment';
import { installedN8n } from './n8n-host';
import { killGroup, lastLines } from './npm';
import { stopAtExit, unlessStopping } from './stop-at-exit';

const startMilliseconds = 180_000;
const stopMilliseconds = 15_000;

/** A running n8n process with everything it started itself. */
export class N8nProcess {
	/** Resolves when the process has ended, for whatever reason. */
	readonly gone: Promise<void>;

	private readonly forget: () => void;

	private constructor(
		private readonly child: ChildProcess,
		/** Where n8n's log goes. */
		readonly logFile: string,
	) {
		this.gone = new Promise((resolve) => child.once('close', () => resolve()));
		this.forget = stopAtExit({
			stop: () => this.stop(),
			kill: () => {
				killGroup(child.pid, 'SIGKILL');
			},
		});
		void this.gone.then(this.forget);
	}

	/** Starts n8n and resolves when it answers requests. */
	static async started(place: N8nPlace, environment: NodeJS.ProcessEnv = {}): Promise<N8nProcess> {
		const { program } = await installedN8n();
		mkdirSync(place.userFolder, { recursive: true });
		const logFile = join(place.userFolder, 'n8n.log');
		const log = openSync(logFile, 'a');
		const child = spawn(
			process.execPath,
			['--require', join(__dirname, 'stop-with-parent.js'), program, 'start'],
			{
				cwd: place.userFolder,
				env: { ...n8nEnvironment(place), ...environment },
				stdio: ['pipe', log, log],
				detached: true,
			},
		);
		closeSync(log);
		const started = new N8nProcess(child, logFile);
		await started.ready(place);
		return started;
	}

	/** Asks n8n to end, and kills it if it has not after 15 seconds. */
	async stop(): Promise<void> {
		if (this.running()) killGroup(this.child.pid, 'SIGTERM');
		const late = setTimeout(() => {
			killGroup(this.child.pid, 'SIGKILL');
		}, stopMilliseconds);
		await this.gone;
		clearTimeout(late);
	}

	/** Ends n8n and its task runner at once (SIGKILL), as a crash of the machine would. */
	async kill(): Promise<void> {
		killGroup(this.child.pid, 'SIGKILL');
		await this.gone;
	}

	running(): boolean {
		return this.child.exitCode === null && this.child.signalCode === null;
	}

	private async ready(place: N8nPlace): Promise<void> {
		const deadline = Date.now() + startMilliseconds;
		while (this.running() && Date.now() < deadline) {
			const answer = await axios
				.get(`${editorUrl(place)}/healthz/readiness`, {
					timeout: 2_000,
					proxy: false,
					validateStatus: () => true,
				})
				.catch(() => undefined);
			if (answer?.status === 200) return;
			await wait(250);
		}
		await unlessStopping();
		const what = this.running() ? 'n8n did not get ready within 3 minutes' : 'n8n ended while starting';
		await this.kill();
		throw new ClearProblem(`${what}. The end of its log, ${this.logFile}:\n${lastLines(this.logFile, 20)}`);
	}
}

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stopAtExit } from '../../e2e/n8n/stop-at-exit';

/** A running server of overhead-server.ts. */
export class AnsweringServer {
	private readonly forget: () => void;

	private constructor(private readonly child: ChildProcess) {
		this.forget = stopAtExit({ stop: () => this.stop(), kill: () => child.kill('SIGKILL') });
	}

	/** Starts one on this port of 127.0.0.1. */
	static async started(port: number): Promise<AnsweringServer> {
		const program = join(__dirname, '..', 'overhead-server.ts');
		const child = fork(program, [String(port)], { execArgv: ['--import', 'tsx'] });
		const server = new AnsweringServer(child);
		const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[];
		if (said !== 'listening') throw new Error(`The server of the benchmark could not listen on port ${port}`);
		return server;
	}

	/** Ends it, with all its connections. */
	async stop(): Promise<void> {
		this.forget();
		if (this.child.exitCode !== null || this.child.signalCode !== null) return;
		const gone = once(this.child, 'exit');
		this.child.kill('SIGKILL');
		await gone;
	}
}

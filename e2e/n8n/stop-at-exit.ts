import { constants } from 'node:os';
import { problemText } from './clear-problem';

/** Something that this process started and has to stop before it ends. */
export interface Stoppable {
	/** Stops it, and resolves when it is gone if that takes time. May be called more than once. */
	stop(): unknown;
	/** Ends it at once, without waiting: the last resort while the process is already exiting. */
	kill?(): void;
}

/** Another signal within this many milliseconds is the same key press, passed on by npm as well. */
const samePressMilliseconds = 1_000;

const started: Stoppable[] = [];
let signalledAt: number | undefined;
let watching = false;

/**
 * Resolves at once, and never once a signal is stopping this process: what was started is being ended then, and
 * nobody should take that for a failure.
 */
export async function unlessStopping(): Promise<void> {
	if (signalledAt !== undefined) await new Promise(() => undefined);
}

/**
 * Has the thing stopped when this process ends, in whatever way: done, failed, Ctrl-C, terminated.
 * Returns a function that forgets it again, to be called when it has ended by itself.
 */
export function stopAtExit(thing: Stoppable): () => void {
	watch();
	started.push(thing);
	return () => {
		if (started.includes(thing)) started.splice(started.indexOf(thing), 1);
	};
}

/** Stops everything handed to {@link stopAtExit}, the youngest first. */
export async function stopAll(): Promise<void> {
	for (let thing = started.pop(); thing !== undefined; thing = started.pop()) {
		try {
			await thing.stop();
		} catch (error) {
			console.error(problemText(error));
		}
	}
}

/**
 * Runs a program to its end and exits: with 0, or with 1 after saying what went wrong. What it started is stopped
 * first; a program that is being stopped already says nothing.
 */
export async function runProgram(work: () => Promise<void>): Promise<never> {
	let exitCode = 0;
	try {
		await work();
	} catch (error) {
		await unlessStopping();
		console.error(problemText(error));
		exitCode = 1;
	} finally {
		await stopAll();
	}
	process.exit(exitCode);
}

function watch(): void {
	if (watching) return;
	watching = true;
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
	process.on('exit', () => {
		for (const thing of started) thing.kill?.();
	});
}

function onSignal(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void {
	const now = Date.now();
	if (signalledAt !== undefined && now - signalledAt < samePressMilliseconds) return;
	const exitCode = process.exitCode ?? 128 + constants.signals[signal];
	if (signalledAt !== undefined) process.exit(exitCode);
	signalledAt = now;
	console.log('\nStopping …');
	void stopAll().finally(() => process.exit(exitCode));
}

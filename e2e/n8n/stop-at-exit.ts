import { constants } from 'node:os';
import { problemText } from './clear-problem';

/** Stops something that this process started, and resolves when it is gone if that takes time. */
type Stop = () => unknown;

/** Another signal within this many milliseconds is the same key press, passed on by npm as well. */
const samePressMilliseconds = 1_000;

const started: Stop[] = [];
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
 * Has something stopped before this process ends: done, failed, Ctrl-C, terminated. Returns a function that forgets it again,
 * to be called when it has ended by itself. Where this process is killed, programs end with their standard input.
 */
export function stopAtExit(stop: Stop): () => void {
	if (!watching) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
	watching = true;
	started.push(stop);
	return () => {
		if (started.includes(stop)) started.splice(started.indexOf(stop), 1);
	};
}

/** Stops everything handed to {@link stopAtExit}, the youngest first. */
export async function stopAll(): Promise<void> {
	for (let stop = started.pop(); stop !== undefined; stop = started.pop()) {
		try {
			await stop();
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

function onSignal(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void {
	const now = Date.now();
	if (signalledAt !== undefined && now - signalledAt < samePressMilliseconds) return;
	const exitCode = process.exitCode ?? 128 + constants.signals[signal];
	if (signalledAt !== undefined) process.exit(exitCode);
	signalledAt = now;
	console.log('\nStopping …');
	void stopAll().finally(() => process.exit(exitCode));
}

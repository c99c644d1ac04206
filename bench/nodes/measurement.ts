import { writeFileSync } from 'node:fs';

/**
 * What a run of a contender took, inside the n8n process that ran it. The node before the contender starts the
 * measurement and the node behind it ends it, so start-up, loading and storing the execution are outside.
 */
export interface Measurement {
	/** Items that reached the node behind the contender without an error on them. */
	answered: number;
	/** Milliseconds from the last item handed to the contender until it gave out its items. */
	wallMs: number;
	/** Processor time of the whole process in that span, in milliseconds. */
	cpuMs: number;
	/** The most resident memory of the process until the contender was done, in bytes. */
	peakBytes: number;
	/** What of that came after the contender began, in bytes. */
	addedBytes: number;
}

let begun: { wall: number; cpu: NodeJS.CpuUsage; bytes: number } | undefined;

/** Begins the measurement. */
export function begin(): void {
	begun = { bytes: process.memoryUsage.rss(), wall: performance.now(), cpu: process.cpuUsage() };
}

/** Ends the measurement and writes it to the file that `BENCH_RESULT` names. */
export function end(answered: number): void {
	if (begun === undefined) throw new Error('The measurement has not begun');
	const { user, system } = process.cpuUsage(begun.cpu);
	const peakBytes = process.resourceUsage().maxRSS * 1_024;
	const measurement: Measurement = {
		answered,
		wallMs: performance.now() - begun.wall,
		cpuMs: (user + system) / 1_000,
		peakBytes,
		addedBytes: peakBytes - begun.bytes,
	};
	writeFileSync(String(process.env.BENCH_RESULT), JSON.stringify(measurement));
}

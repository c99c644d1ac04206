import { sleep } from 'n8n-workflow';

const sliceMs = 250;

/** Waits `ms` milliseconds, or until `signal` is aborted, at most a quarter of a second late. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	const end = performance.now() + ms;
	for (let left = ms; left > 0 && !signal?.aborted; left = end - performance.now()) {
		await sleep(Math.ceil(Math.min(left, sliceMs)));
	}
}

/** Milliseconds that double with each time, half a minute at most. */
export function exponentialMs(times: number): number {
	return Math.min(30_000, 500 * 2 ** times);
}

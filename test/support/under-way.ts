import { simulator } from './simulated';

/** Waits for work, and gives the greatest number of requests that waited for an answer of the simulator at once. */
export async function maxUnderWay(work: Promise<unknown>): Promise<number> {
	let most = 0;
	let done = false;
	const finished = work.finally(() => {
		done = true;
	});
	while (!done) {
		const waiting = simulator().requests.filter(({ underWay }) => underWay);
		most = Math.max(most, waiting.length);
		await new Promise((resolve) => setImmediate(resolve));
	}
	await finished;
	return most;
}

import { install } from '@sinonjs/fake-timers';

/** Random numbers from 0 to 1 from a seed (mulberry32), so that a simulation can be run again. */
function randomNumbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** Does `work` in a time that passes only while everything in it waits, with the random numbers of a seed. */
export async function inVirtualTime<Result>(seed: number, work: () => Promise<Result>): Promise<Result> {
	const clock = install({ now: 1_000_000, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
	const { random } = Math;
	Math.random = randomNumbers(seed);
	let done = false;
	const finished = work().finally(() => {
		done = true;
	});
	try {
		while (!done) await clock.nextAsync();
		return await finished;
	} finally {
		Math.random = random;
		clock.uninstall();
	}
}

/** Lets fake time pass while nothing else goes on. */
export async function pass(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}

/** The way of a request over the network. */
export async function passWay(): Promise<void> {
	await pass(3 + Math.random() * 30);
}

import { RateLimit } from './rate-limiter';

/** No pause is shorter, in milliseconds. */
const shortestPauseMs = 10_000;

/** How much pauses differ: the standard deviation of their logarithm. */
const sigma = 0.8;

/** After how many messages a longer pause comes, by chance, and how many times as long it is. */
const breaks = { chance: 0.2, factor: 4 };

/** Two pauses in a row differ by this much at least, in milliseconds. */
const minDifferenceMs = 1000;

/** A long-tailed random number (log-normal, with breaks) that is 1 on average. */
function longTailed(): number {
	const gaussian = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
	const factor = Math.random() < breaks.chance ? breaks.factor : 1;
	const mean = Math.exp(sigma ** 2 / 2) * (1 + breaks.chance * (breaks.factor - 1));
	return (Math.exp(sigma * gaussian) * factor) / mean;
}

/** Messages of one number with random pauses, as a person sends them: a few, then a longer pause, never a rhythm. */
export class HumanPace extends RateLimit {
	private lastMs = 0;

	/** `seconds` between two messages on average, 20 at least. */
	constructor(seconds: number) {
		super(Math.max(seconds * 1000, 2 * shortestPauseMs));
	}

	override spacingMs(share: number): number {
		let ms = this.lastMs;
		while (Math.abs(ms - this.lastMs) < minDifferenceMs) {
			ms = (shortestPauseMs + (this.intervalMs - shortestPauseMs) * longTailed()) / share;
		}
		this.lastMs = ms;
		return ms;
	}
}

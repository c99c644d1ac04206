import type { RateLimit } from './rate-limiter';
import type { Rate } from './rate-queues';

/** Shorter times are not worth a word, in milliseconds. */
export const longWaitMs = 5_000;

function durationWords(ms: number): string {
	const minutes = ms / 60_000;
	if (minutes < 1.5) return `${Math.round(ms / 1000)} seconds`;
	return minutes < 90 ? `${Math.round(minutes)} minutes` : `${(minutes / 60).toFixed(1)} hours`;
}

/** What a run would send that is only checked. */
export class SendingPlan {
	private readonly rates = new Map<string, { limit?: RateLimit; requests: number }>();

	/** Requests that the run would leave for later ones. */
	private left = 0;

	/** Adds a request, and answers whether it is among the `max` that a run makes of a rate. */
	add({ key, limit }: Rate, max = Infinity): boolean {
		const { requests } = this.rates.get(key) ?? { requests: 0 };
		const isMade = requests < max;
		if (isMade) this.rates.set(key, { limit, requests: requests + 1 });
		else this.left += 1;
		return isMade;
	}

	/** How long sending takes, and what is left, if that is worth a word. */
	hints(): string[] {
		const times = [...this.rates.values()].map(({ limit, requests }) =>
			limit ? (requests - limit.atOnce) * limit.intervalMs : 0,
		);
		const ms = Math.max(0, ...times);
		if (ms < longWaitMs && this.left === 0) return [];
		const from = times.length === 1 ? 'one number' : `${times.length} numbers`;
		const later = `; ${this.left} messages would be left for a later run; nothing sends them automatically: use a schedule`;
		return [`Sending would take about ${durationWords(ms)} with ${from}${this.left > 0 ? later : ''}`];
	}
}

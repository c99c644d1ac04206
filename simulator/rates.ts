/** Lets `requests` through in any window of `seconds` (section 8). */
export class SlidingWindow {
	private times: number[] = [];

	constructor(private readonly rate: { requests: number; seconds: number }) {}

	/** Takes a place and answers 0, or answers the seconds until there is one. */
	secondsToWait(now: number): number {
		const length = this.rate.seconds * 1000;
		this.times = this.times.filter((time) => now - time < length);
		const oldest = this.times[0];
		if (oldest !== undefined && this.times.length >= this.rate.requests) {
			return (oldest + length - now) / 1000;
		}
		this.times.push(now);
		return 0;
	}
}

/** Lets a burst through at once and then `requests` in each `seconds` (public material). */
export class TokenBucket {
	private tokens: number;

	private filledAt: number;

	constructor(
		private readonly rate: { requests: number; seconds: number; burst: number },
		now: number,
	) {
		this.tokens = rate.burst;
		this.filledAt = now;
	}

	/** Takes a token and answers 0, or answers the seconds until there is one. */
	secondsToWait(now: number): number {
		const perMs = this.rate.requests / (this.rate.seconds * 1000);
		this.tokens = Math.min(this.rate.burst, this.tokens + Math.max(0, now - this.filledAt) * perMs);
		this.filledAt = now;
		if (this.tokens >= 1 - 1e-9) {
			this.tokens -= 1;
			return 0;
		}
		return (1 - this.tokens) / perMs / 1000;
	}
}

import { sharedMessages, type SharedMessages } from './adaptation';
import type { Limit } from './limit';
import { Share } from './share';

/** `perSecond` requests a second sustained, up to `burst` at once. */
export class TokenBucket implements Limit {
	private readonly fullIntervalMs: number;

	private readonly share: Share;

	private spent = 0;

	private spentAt = 0;

	private sway = 0;

	constructor(
		perSecond: number,
		private readonly burst: number,
		private readonly constants: SharedMessages = sharedMessages,
	) {
		this.fullIntervalMs = 1000 / perSecond;
		this.share = new Share(this.fullIntervalMs, constants);
	}

	get spreadMs(): number {
		return this.constants.spread * this.intervalMs;
	}

	freeInMs(now: number, underWay: number): number {
		const spent = this.spentNow(now);
		const sway = spent > 0 ? this.sway : 0;
		const missing = spent + underWay + 1 + sway - this.burst;
		return Math.max(0, missing * this.intervalMs);
	}

	count(now: number): void {
		this.spend(now, Math.min(this.burst, this.spentNow(now) + 1));
		const isSteady = this.spent > this.burst - 1;
		this.sway = isSteady ? Math.random() * this.constants.sway : 0;
	}

	fill(now: number): void {
		this.spend(now, this.burst);
	}

	lower(now: number): void {
		this.fill(now);
		this.share.lower(now);
	}

	raise(now: number): void {
		this.spend(now, this.spentNow(now));
		this.share.raise(now);
	}

	backOffMs(): number {
		return this.intervalMs;
	}

	isUnused(now: number): boolean {
		return this.spentNow(now) === 0 && this.share.isWhole(now);
	}

	/** Milliseconds between two requests at the part of the limit that this process takes. */
	private get intervalMs(): number {
		return this.fullIntervalMs / this.share.value;
	}

	private spend(now: number, spent: number): void {
		this.spent = spent;
		this.spentAt = now;
	}

	private spentNow(now: number): number {
		return Math.max(0, this.spent - (now - this.spentAt) / this.intervalMs);
	}
}

import { sharedLookups, type SharedLookups } from './adaptation';
import { answerPollMs, type Limit } from './limit';
import { Share } from './share';

/** Into how many parts the span is cut: requests counted within one part are kept as one number. */
const finest = 1000;

/** Requests that were counted at nearly the same time. All of them leave the window when the last one does. */
interface Group {
	begin: number;
	end: number;
	count: number;
}

/** At most `requests` in any `seconds`: the next waits until the oldest counted one is that old. */
export class SlidingWindow implements Limit {
	private readonly spanMs: number;

	private readonly intervalMs: number;

	private readonly share: Share;

	private groups: Group[] = [];

	private total = 0;

	private countedAt = -Infinity;

	private freedAt = -Infinity;

	private gapMs = 0;

	private swayMs = 0;

	constructor(
		private readonly requests: number,
		seconds: number,
		private readonly constants: SharedLookups = sharedLookups,
	) {
		this.spanMs = seconds * 1000;
		this.intervalMs = this.spanMs / requests;
		this.share = new Share(this.intervalMs, constants);
	}

	get spreadMs(): number {
		return this.constants.spread * this.spanMs;
	}

	freeInMs(now: number, underWay: number): number {
		this.forgetOld(now);
		const places = this.requests - this.total - underWay;
		if (places <= 0) return this.leftInMs(1 - places, now);
		const sway = places === 1 ? this.freedAt + this.swayMs - now : 0;
		return Math.max(0, sway, this.gapLeftMs(now, underWay));
	}

	count(now: number): void {
		const newest = this.groups.at(-1);
		if (newest && now - newest.begin < this.spanMs / finest) {
			newest.end = now;
			newest.count += 1;
		} else {
			this.groups.push({ begin: now, end: now, count: 1 });
		}
		this.total += 1;
		this.countedAt = now;
		this.gapMs = (0.5 + Math.random()) * this.constants.gap * this.intervalMs;
		this.swayMs = Math.random() * this.constants.sway * this.spanMs;
	}

	fill(now: number): void {
		this.groups = [{ begin: now, end: now, count: this.requests }];
		this.total = this.requests;
	}

	lower(now: number): void {
		this.share.lower(now);
	}

	raise(now: number): void {
		this.share.raise(now);
	}

	backOffMs(now: number): number {
		this.forgetOld(now);
		return this.leftInMs(1, now);
	}

	isUnused(now: number): boolean {
		this.forgetOld(now);
		return this.total === 0 && this.share.isWhole(now);
	}

	/** Milliseconds until `count` more have left the window; the whole span when fewer are in it. */
	private leftInMs(count: number, now: number): number {
		let left = 0;
		for (const group of this.groups) {
			left += group.count;
			if (left >= count) return group.end + this.spanMs - now;
		}
		return this.spanMs;
	}

	/** With less than the whole limit, one request goes after the other, so that others find places between them. */
	private gapLeftMs(now: number, underWay: number): number {
		if (this.share.value === 1) return 0;
		return underWay > 0 ? answerPollMs : this.countedAt + this.gapMs * (1 - this.share.value) - now;
	}

	private forgetOld(now: number): void {
		const kept = this.groups.findIndex(({ end }) => now - end < this.spanMs);
		const gone = this.groups.splice(0, kept < 0 ? this.groups.length : kept);
		for (const { end, count } of gone) {
			this.total -= count;
			this.freedAt = end + this.spanMs;
		}
	}
}

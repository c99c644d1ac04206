import type { Schema } from '../nodes/shared/contract/contract';

/**
 * Call forwarding of one leased number (sections 2.3 and 3). A queued change is applied when the clock has
 * reached its time and somebody looks. A queued disabling leaves `enabled` and `to` as they are until it is
 * applied (section 3); a queued enabling already shows its target (public material).
 */
export class CallForwarding {
	private queued?: { to: string | null; appliedAt: number };

	constructor(
		private readonly number: string,
		/** Where calls go: null for nowhere else. */
		private to: string | null,
	) {}

	/** Changes the forwarding, after `delayMs` or at once when that is 0. A new change replaces a queued one. */
	change(to: string | null, delayMs: number, now: number): void {
		this.applyDue(now);
		this.queued = { to, appliedAt: now + delayMs };
		this.applyDue(now);
	}

	/** The call forwarding record as of `now`. */
	record(now: number): Schema<'CallForwardingRecord'> {
		this.applyDue(now);
		const to = this.queued?.to ?? this.to;
		return {
			number: this.number,
			call_forwarding: {
				enabled: to !== null,
				to,
				status: this.queued ? 'queued' : 'active',
				estimated_completion: this.queued?.appliedAt ?? null,
			},
		};
	}

	private applyDue(now: number): void {
		if (!this.queued || this.queued.appliedAt > now) return;
		this.to = this.queued.to;
		this.queued = undefined;
	}
}

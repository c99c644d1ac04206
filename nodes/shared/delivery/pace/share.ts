import type { SharedLimit } from './adaptation';

/** The part of a limit that this process takes: a refusal lowers it, successes raise it as time goes by. */
export class Share {
	private part = 1;

	private loweredAt = -Infinity;

	constructor(
		private readonly intervalMs: number,
		private readonly constants: SharedLimit,
	) {}

	/** From what a refusal leaves to 1. */
	get value(): number {
		return this.part;
	}

	lower(now: number): void {
		this.part = this.constants.left;
		this.loweredAt = now;
	}

	raise(now: number): void {
		this.part = this.grown(now);
	}

	/** Whether the next success makes it the whole limit. */
	isWhole(now: number): boolean {
		return this.grown(now) === 1;
	}

	private grown(now: number): number {
		const { left, growth } = this.constants;
		return Math.min(1, left + (growth * (now - this.loweredAt)) / this.intervalMs);
	}
}

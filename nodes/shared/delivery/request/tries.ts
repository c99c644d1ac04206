import type { Lane } from '../pace/lane';
import type { Decision, Tried } from './retry';

/** What was done for one request so far. */
export class Tries {
	private tries = 1;

	private waitedMs = 0;

	private refusals = 0;

	private passedBy = 0;

	private firstRefusedAt = 0;

	private lastRefusedAt = Infinity;

	constructor(private readonly lane: Lane) {}

	/** What the retry rule needs to know, with the try that is just over. */
	get soFar(): Tried {
		const { tries, waitedMs, refusals, passedBy } = this;
		const now = performance.now();
		return {
			tries,
			waitedMs,
			refusals,
			passedBy,
			refusedForMs: now - this.firstRefusedAt,
			untakenForMs: now - this.lane.takenStartedAt,
		};
	}

	/**
	 * Notes that the try that is just over was refused (429). That others passed since the last refusal speaks for this
	 * request being refused by itself; that another was refused for the first time speaks against it.
	 */
	noteRefused(): void {
		const { lane } = this;
		const passed = lane.takenStartedAt > this.lastRefusedAt ? 1 : 0;
		const refused = lane.firstRefusalAt > this.lastRefusedAt ? 1 : 0;
		this.passedBy = Math.max(0, this.passedBy + passed - refused);
		this.lastRefusedAt = performance.now();
		this.refusals += 1;
		if (this.refusals > 1) return;
		this.firstRefusedAt = this.lastRefusedAt;
		lane.noteFirstRefusal();
	}

	/** Notes that another try follows. */
	noteAgain({ countsAsTry, afterMs }: Decision): void {
		if (!countsAsTry) return;
		this.tries += 1;
		this.waitedMs += afterMs;
	}
}

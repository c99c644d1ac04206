import { firstFew } from '../failure/first-few';
import type { Effect } from '../operation/operation';
import { byHandReachHours } from './ledger/recorded-runs';
import type { Finishing } from './ledger/run-records';

const doneWords: Record<Effect, string> = { send: 'accepted', read: 'answered', change: 'done' };
const namedItems = 5;
const longWaitMs = 5_000;

/** Counts what became of the items of a run, and says it in sentences. */
export class RunSummary {
	private done = 0;

	private dryRuns = 0;

	private earlier = 0;

	private withKey = 0;

	private notRecorded?: string;

	private finishedBy: Finishing = 'retry';

	private readonly waits: string[] = [];

	private readonly failed: number[] = [];

	constructor(
		private readonly items: number,
		private readonly effect: Effect,
	) {}

	/** Whether every item succeeded. */
	get isWhole(): boolean {
		return this.done === this.items;
	}

	noteDone(): void {
		this.done += 1;
	}

	noteDryRun(): void {
		this.dryRuns += 1;
	}

	/** An earlier run sent the message, or one with the same idempotency key. */
	noteSentBefore(byKey: boolean): void {
		if (byKey) this.withKey += 1;
		else this.earlier += 1;
	}

	/** Notes why n8n does not record the run. */
	noteNotRecorded(refusal: unknown): void {
		this.notRecorded = `This run is not recorded, so a run that follows cannot know what it has sent. n8n says: ${String((refusal as Error).message)}`;
	}

	/** Notes how long a rate kept requests back, if that is long enough for a word. */
	noteWait(rate: string, ms: number): void {
		if (ms < longWaitMs) return;
		this.waits.push(`Waited ${Math.round(ms / 1000)} s for the service's rate of ${rate}`);
	}

	noteFailed(item: number): void {
		this.failed.push(item);
	}

	/** Notes which later runs send only what this one has left. */
	noteFinishedBy(finishedBy: Finishing): void {
		this.finishedBy = finishedBy;
	}

	/** What is worth a word although the workflow goes on. */
	hints(): string[] {
		const hints: string[] = [];
		if (this.dryRuns > 0) {
			const which = this.dryRuns === this.items ? '' : ` for ${this.dryRuns} of ${this.items} items`;
			hints.push(`Dry run: nothing was sent${which}`);
		}
		if (this.failed.length > 0) {
			const word = this.effect === 'send' ? 'sent' : doneWords[this.effect];
			hints.push(`${this.done} of ${this.items} ${word}, ${this.failed.length} failed`);
		}
		if (this.earlier > 0) {
			hints.push(
				`${this.earlier} of ${this.items} were sent by an earlier run that was cut off and were not sent again`,
			);
		}
		if (this.withKey > 0) {
			hints.push(
				`${this.withKey} of ${this.items} had been sent with the same idempotency key and were not sent again`,
			);
		}
		if (this.notRecorded) hints.push(this.notRecorded);
		return [...hints, ...this.waits];
	}

	/** What stands at the end of the error that ends the workflow; nothing to add to the only item's error. */
	ofFailedRun(): string {
		if (this.items === 1) return '';
		const failed = firstFew(
			this.failed.sort((one, other) => one - other),
			namedItems,
		);
		const counted = `${this.done} of ${this.items} items were ${doneWords[this.effect]}; failed: item ${failed} (counted from 0).`;
		if (this.effect !== 'send' || this.finishedBy === 'none') return counted;
		const byHand =
			this.finishedBy === 'retryAndByHand' ? `, or a run by hand within ${byHandReachHours} hour,` : '';
		return `${counted} Retry in the executions list${byHand} sends only what is missing.`;
	}
}

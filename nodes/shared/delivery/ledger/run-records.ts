import { InvalidInput } from '../../input/invalid-input';
import { KeyRecord } from './key-record';
import { RecordStore } from './record-store';
import { mustKnowEarlierRuns, openedRun, type AfterInterruptedRun, type RunIdentity } from './recorded-runs';
import { SendRecord, type MessageRecord } from './send-record';
import type { Deduplication } from './stored-values';

/** The place in n8n's database where the sends of a node are recorded. */
export interface RecordPlace {
	/** Tells the node apart from all others of this n8n. */
	node: string;
	helpers: Deduplication;
	/** Tells apart what executions were started with; the same for a Retry. */
	origin(): string;
}

/** What a record needs to know of the run that it is kept for. */
export interface RecordedRun extends Omit<RunIdentity, 'origin'> {
	/** None where n8n gives none: a tool that an agent calls by itself. */
	place?: RecordPlace;
}

/** How the messages of a run are recorded. */
export interface RecordOptions {
	after: AfterInterruptedRun;
	/** Idempotency keys that are remembered. */
	keysRemembered: number;
	/** Messages that are recorded in one go. */
	recordedAtOnce: number;
}

/** A message in the record that it belongs to. */
export interface RecordedMessage {
	record?: MessageRecord;
	name: string;
}

/** Which later runs send only what a run has left: Retry of its execution, and a run that is started by hand soon. */
export type Finishing = 'none' | 'retry' | 'retryAndByHand';

/** n8n does not tell a sub-workflow of Retry, or of a run by hand, of the workflow that calls it. */
function finishingOf({ mode }: RecordedRun, after: AfterInterruptedRun): Finishing {
	if (mode === 'integrated') return 'none';
	return after === 'sendEverything' ? 'retry' : 'retryAndByHand';
}

/** The records of the messages of one run: of the run itself, and of idempotency keys. */
export class RunRecords {
	private readonly store?: RecordStore;

	private readonly ofRun?: SendRecord;

	private readonly ofKeys?: KeyRecord;

	private refusedAtEnd?: unknown;

	private readonly equal = new Map<string, number>();

	/** Which later runs send only what this one has left, where n8n has recorded it. */
	private readonly finishing: Finishing;

	constructor(run: RecordedRun, { after, keysRemembered, recordedAtOnce }: RecordOptions) {
		this.finishing = finishingOf(run, after);
		const { place } = run;
		if (!place) return;
		const store = RecordStore.opened(place.node, place.helpers);
		const open = async () => await openedRun(store, { ...run, origin: place.origin() }, after);
		this.store = store;
		this.ofRun = new SendRecord(store, open, recordedAtOnce, mustKnowEarlierRuns(run, after));
		this.ofKeys = new KeyRecord(store, keysRemembered, recordedAtOnce);
	}

	/** Why the run is not recorded, if n8n has refused. */
	get refusal(): unknown {
		return this.ofRun?.refusal ?? this.refusedAtEnd;
	}

	/** Which later runs send only what this one has left. */
	get finishedBy(): Finishing {
		const isRecorded = this.ofRun !== undefined && this.refusal === undefined;
		return this.finishing === 'retryAndByHand' && !isRecorded ? 'retry' : this.finishing;
	}

	/**
	 * The next message of the run in its record, by the fingerprint of its request, or by that of its idempotency key.
	 * InvalidInput for a key where n8n keeps no record.
	 */
	next(request: string, key: string | undefined): RecordedMessage {
		if (key === undefined) {
			const before = this.equal.get(request) ?? 0;
			this.equal.set(request, before + 1);
			return { record: this.ofRun, name: before === 0 ? request : `${request} ${before}` };
		}
		if (this.ofKeys) return { record: this.ofKeys, name: key };
		throw new InvalidInput(
			'An idempotency key cannot be kept where an agent calls this tool, so the message was not sent',
			'Remove the option Idempotency Key from the tool, or send with the node in a workflow of its own.',
		);
	}

	/** Notes of a message that an earlier try of this execution has sent it. */
	noteSentByEarlierTry({ record, name }: RecordedMessage): void {
		if (record === this.ofRun) this.ofRun?.noteSentByEarlierTry(name);
	}

	/** Ends the records; `isWhole` says that every item succeeded. */
	async end(isWhole: boolean): Promise<void> {
		await this.store?.flush().catch((error: unknown) => {
			this.refusedAtEnd = error;
		});
		await this.ofRun?.end(isWhole);
		this.store?.close();
	}
}

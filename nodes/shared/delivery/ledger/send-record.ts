import { forgetRun, noteFinished, tracesOf, type OpenedRun } from './recorded-runs';
import type { RecordStore } from './record-store';

/** What is known of a message that is about to leave. */
export type BeforeLeaving = 'mayLeave' | 'accepted' | 'unknown';

/** A record of messages in n8n's database. */
export interface MessageRecord {
	/** Says that a message has come up, so that it may be recorded together with others. */
	announce(message: string): void;
	/** Records that a message may leave now, and answers what is known of it from before. */
	beforeLeaving(message: string): Promise<BeforeLeaving>;
	/** Notes that the service accepted a message. */
	noteAccepted(message: string): Promise<void>;
	/** Notes of a message that it has reached the service neither now nor before. */
	noteNotTaken(message: string): Promise<void>;
}

/** The values that stand for a message in the name space of a run, or of idempotency keys. */
export interface MessageValues {
	left: string;
	accepted: string;
}

/** The values of a message in a name space. */
export function valuesIn(space: string, message: string): MessageValues {
	return { left: `left ${space} ${message}`, accepted: `accepted ${space} ${message}` };
}

/**
 * The record of one run's messages in n8n's database, which outlives n8n: before a message leaves, that it may have
 * left; when it was accepted, that. A run that finishes an earlier one finds there what that one sent. A run of which
 * everything was accepted forgets what it recorded, unless its execution may be retried once more.
 *
 * A message is known by its fingerprint and how many equal ones came before it in the run, never by what it says.
 */
export class SendRecord implements MessageRecord {
	private opened?: Promise<OpenedRun>;

	/** Messages that have come up and are not recorded yet, in their order. */
	private readonly announced = new Set<string>();

	/** What is known of messages that were recorded together with an earlier one. */
	private readonly ahead = new Map<string, Promise<BeforeLeaving>>();

	/** The messages that this run has recorded, or that an earlier try of its execution has. */
	private readonly recorded = new Set<string>();

	private readonly traces = new Set<string>();

	private traced = '';

	private error?: unknown;

	private finishes = false;

	/**
	 * `open` enters the run into the store. `recordedAtOnce` is how many messages may be recorded before their turn to
	 * leave has come.
	 */
	constructor(
		private readonly store: RecordStore,
		private readonly open: () => Promise<OpenedRun>,
		private readonly recordedAtOnce: number,
	) {}

	/** Why nothing is recorded any more, if n8n has refused. */
	get refusal(): unknown {
		return this.error;
	}

	announce(message: string): void {
		this.announced.add(message);
		this.recordAhead();
	}

	async beforeLeaving(message: string): Promise<BeforeLeaving> {
		const known = this.ahead.get(message) ?? this.recordTogether(message);
		this.ahead.delete(message);
		this.recordAhead();
		return await known;
	}

	async noteAccepted(message: string): Promise<void> {
		await this.unlessRefused(async ({ names }) => {
			this.recorded.add(message);
			for (const name of names) this.store.recordSoon(valuesIn(name, message).accepted);
		});
	}

	async noteNotTaken(message: string): Promise<void> {
		if (this.announced.delete(message)) return;
		await this.ahead.get(message);
		this.ahead.delete(message);
		await this.unlessRefused(async ({ names }) => {
			if (!this.recorded.delete(message)) return;
			await this.store.remove(names.map((name) => valuesIn(name, message).left));
		});
	}

	/** Notes of a message that an earlier try of this execution sent it, so that it is forgotten with the others. */
	noteSentByEarlierTry(message: string): void {
		this.recorded.add(message);
	}

	/** Ends the record; `isWhole` says that every item succeeded. */
	async end(isWhole: boolean): Promise<void> {
		if (!this.opened) return;
		await this.unlessRefused(async (run) => {
			await this.store.flush();
			if (!isWhole) return;
			if (!run.isOwn) return await noteFinished(this.store, run.names);
			await forgetRun(this.store, run, this.values(run));
		});
	}

	/** The values that stand for what was recorded, once everything was accepted. */
	private *values({ names }: OpenedRun): Generator<string> {
		yield* this.traces;
		for (const message of this.recorded) {
			for (const name of names) yield* Object.values(valuesIn(name, message));
		}
	}

	private async unlessRefused(work: (run: OpenedRun) => Promise<void>): Promise<void> {
		if (this.error !== undefined) return;
		try {
			this.opened ??= this.open();
			await work(await this.opened);
		} catch (error) {
			this.error = error;
		}
	}

	/** Records the next messages that have come up, so that each finds itself recorded when its turn to leave comes. */
	private recordAhead(): void {
		const [first] = this.announced;
		const room = this.recordedAtOnce - this.ahead.size;
		if (first === undefined || 2 * room < this.recordedAtOnce) return;
		this.ahead.set(first, this.recordTogether(first, room));
	}

	/** Records a message, and with it those that have come up after it, as many as there is room for. */
	private recordTogether(first: string, room = 1): Promise<BeforeLeaving> {
		this.announced.delete(first);
		const group = [first];
		for (const next of this.announced) {
			if (group.length >= room) break;
			group.push(next);
		}
		const known = this.recordAll(group);
		const of = async (message: string) => (await known).get(message) ?? 'mayLeave';
		for (const message of group.slice(1)) {
			this.announced.delete(message);
			this.ahead.set(message, of(message));
		}
		return of(first);
	}

	/**
	 * Records that messages are leaving, and answers those of which something is known. Where n8n refuses in the middle
	 * of a run that finishes others, what these have sent cannot be known.
	 */
	private async recordAll(messages: string[]): Promise<Map<string, BeforeLeaving>> {
		const known = new Map<string, BeforeLeaving>();
		await this.unlessRefused(async (run) => {
			this.finishes = run.finishes;
			const leftOf = (message: string) => run.names.map((name) => valuesIn(name, message).left);
			const left = new Map(messages.map((message) => [message, leftOf(message)]));
			const found = await this.store.record([...[...left.values()].flat(), ...this.newTraces(run)]);
			for (const [message, values] of left) {
				if (!values.some((value) => found.has(value))) this.recorded.add(message);
			}
			if (run.finishes) await this.learn(run.names, messages, found, known);
		});
		if (this.finishes && this.error !== undefined) {
			for (const message of messages) known.set(message, 'unknown');
		}
		return known;
	}

	/** Adds what is known of the messages that were `found` to have left under any of the names. */
	private async learn(
		names: string[],
		messages: string[],
		found: Set<string>,
		known: Map<string, BeforeLeaving>,
	): Promise<void> {
		const all = (message: string) => names.map((name) => valuesIn(name, message));
		const left = messages.filter((message) => all(message).some((one) => found.has(one.left)));
		if (left.length === 0) return;
		const accepted = await this.store.findForCertain(
			left.flatMap((message) => all(message).map((one) => one.accepted)),
		);
		for (const message of left) {
			const isAccepted = all(message).some((one) => accepted.has(one.accepted));
			known.set(message, isAccepted ? 'accepted' : 'unknown');
			if (isAccepted) for (const one of all(message)) this.store.recordSoon(one.accepted);
		}
	}

	private newTraces(run: OpenedRun): string[] {
		const traces = tracesOf(run);
		if (traces.join() === this.traced) return [];
		this.traced = traces.join();
		for (const trace of traces) this.traces.add(trace);
		return traces;
	}
}

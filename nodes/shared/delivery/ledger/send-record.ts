import { forgetRun, noteFinished, sizeValues, traceValues, type OpenedRun } from './recorded-runs';
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
 * left; when it was accepted, that. A run that finishes an earlier one finds there what that one sent, and records its
 * own messages under the name of that one as well, which may still be under way somewhere. A run of which everything
 * was accepted forgets what it recorded, unless its execution may be retried once more.
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

	/** The messages that were found to have left before. */
	private readonly found = new Set<string>();

	/** Those of both that the service has accepted. */
	private readonly accepted = new Set<string>();

	/** How many messages of each run that was cut off have come up; such a run is of the same list. */
	private readonly met = new Map<string, number>();

	/** What is recorded of this run but its messages. */
	private readonly traces = new Set<string>();

	private newestTraces = '';

	private error?: unknown;

	/**
	 * `open` enters the run into the store. `recordedAtOnce` is how many messages may be recorded before their turn to
	 * leave has come. `mustKnow` says that no message may leave of which nobody can say whether an earlier run sent it.
	 */
	constructor(
		private readonly store: RecordStore,
		private readonly open: () => Promise<OpenedRun>,
		private readonly recordedAtOnce: number,
		private mustKnow = false,
	) {}

	/** Why something is not recorded, if n8n has refused. */
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
		await this.unlessRefused(async (run) => {
			this.recorded.add(message);
			this.accepted.add(message);
			for (const name of this.names(run)) this.store.recordSoon(valuesIn(name, message).accepted);
		});
	}

	async noteNotTaken(message: string): Promise<void> {
		if (this.announced.delete(message)) return;
		await this.ahead.get(message);
		this.ahead.delete(message);
		await this.unlessRefused(async (run) => {
			if (!this.recorded.delete(message)) return;
			await this.store.remove(this.names(run).map((name) => valuesIn(name, message).left));
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
			const { own, same, mayBeRetried } = run;
			await this.store.flush();
			if (isWhole) await noteFinished(this.store, mayBeRetried ? [own, ...same] : same, this.met);
			const isOfNoUse = this.recorded.size + this.found.size === 0;
			if (isOfNoUse || (isWhole && !mayBeRetried)) await forgetRun(this.store, run, this.ownValues(run));
		});
	}

	/** The names under which the messages of the run are recorded. */
	private names({ own, same }: OpenedRun): string[] {
		return [own, ...same, ...this.met.keys()];
	}

	/** The values that the run has recorded under its own name. */
	private ownValues({ own }: OpenedRun): Set<string> {
		const messages = [...this.recorded, ...this.found];
		return new Set([...this.traces, ...messages.flatMap((message) => Object.values(valuesIn(own, message)))]);
	}

	/** Does work of the record. Where the run could not be entered, nothing is tried again. */
	private async unlessRefused(work: (run: OpenedRun) => Promise<void>): Promise<void> {
		try {
			this.opened ??= this.open();
			await work(await this.opened);
		} catch (error) {
			this.error ??= error;
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
	 * Records that messages are leaving, and answers those of which something is known. Where n8n refuses and an earlier
	 * run may have sent them, they are unknown.
	 */
	private async recordAll(messages: string[]): Promise<Map<string, BeforeLeaving>> {
		let known = new Map<string, BeforeLeaving>();
		let isRecorded = false;
		await this.unlessRefused(async (run) => {
			this.mustKnow ||= run.finishes;
			await this.meet(run, messages);
			const names = this.names(run);
			const lefts = messages.flatMap((message) => names.map((name) => valuesIn(name, message).left));
			const found = await this.store.record([...lefts, ...this.newTraces(run, messages.length)]);
			known = await this.learn(names, messages, found);
			isRecorded = true;
			await this.tell(
				this.names(run).filter((name) => !names.includes(name)),
				messages,
			);
		});
		if (!isRecorded && this.mustKnow) return new Map(messages.map((message) => [message, 'unknown']));
		return known;
	}

	/** Finds out which of the runs that were cut off had messages of this list. */
	private async meet({ others }: OpenedRun, messages: string[]): Promise<void> {
		const unmet = others.filter((name) => !this.met.has(name));
		if (unmet.length === 0) return;
		const values = unmet.flatMap((name) => messages.map((message) => valuesIn(name, message).left));
		const left = await this.store.alone(async (stored) => await stored.find(values));
		const isNow = (name: string) => messages.some((message) => left.has(valuesIn(name, message).left));
		const met = unmet.filter((name) => !this.met.has(name) && isNow(name));
		for (const name of met) this.met.set(name, 0);
		await this.tell(met, [...this.recorded, ...this.found]);
	}

	/** Records messages under the names of runs that were met only after them. */
	private async tell(names: string[], messages: string[]): Promise<void> {
		const values = names.flatMap((name) =>
			messages.flatMap((message) => {
				const { left, accepted } = valuesIn(name, message);
				return this.accepted.has(message) ? [left, accepted] : [left];
			}),
		);
		if (values.length > 0) await this.store.record(values);
	}

	/** What is known of the messages that were `found` to have left under any of the names. */
	private async learn(
		names: string[],
		messages: string[],
		found: Set<string>,
	): Promise<Map<string, BeforeLeaving>> {
		const all = (message: string) => names.map((name) => valuesIn(name, message));
		const left = messages.filter((message) => all(message).some((one) => found.has(one.left)));
		for (const message of messages) (left.includes(message) ? this.found : this.recorded).add(message);
		if (left.length === 0) return new Map();
		for (const [name, count] of this.met) {
			this.met.set(name, count + left.filter((message) => found.has(valuesIn(name, message).left)).length);
		}
		const accepted = await this.store.findForCertain(
			left.flatMap((message) => all(message).map((one) => one.accepted)),
		);
		const isAccepted = (message: string) => all(message).some((one) => accepted.has(one.accepted));
		for (const message of left.filter(isAccepted)) {
			this.accepted.add(message);
			for (const one of all(message)) this.store.recordSoon(one.accepted);
		}
		return new Map(left.map((message) => [message, isAccepted(message) ? 'accepted' : 'unknown']));
	}

	/** What is to be recorded of the run beside these many more messages, and is not yet. */
	private newTraces(run: OpenedRun, more: number): string[] {
		const { own, origin } = run;
		const messages = this.recorded.size + this.found.size + more;
		const ofOwn = [...traceValues([own], origin), ...sizeValues(own, messages)];
		const traces = [...ofOwn, ...traceValues(this.names(run).slice(1), origin)];
		const newest = traces.join();
		if (newest === this.newestTraces) return [];
		this.newestTraces = newest;
		for (const trace of ofOwn) this.traces.add(trace);
		return traces;
	}
}

import { sleep, type IDataObject, type WorkflowExecuteMode } from 'n8n-workflow';

import { acceptedValue, leftValue, type Known, type Message } from './message';
import { doubt, NodeStore, type Deduplication } from './node-store';
import {
	activeValues,
	activeWithin,
	finishedValue,
	greaterThan,
	linkValue,
	namesFor,
	namesOf,
	nameValues,
	takenName,
	turnValues,
	unfinishedNames,
	type Identity,
} from './run-names';

const hourMs = 3_600_000;

/** How long after its last message an unfinished run is finished by one that is started manually, in hours. */
export const manualReachHours = 1;

/** How long after its last message an unfinished run is finished by every other, where the option says so, in hours. */
export const everyRunReachHours = 12;

/** Which runs send only what an earlier one has left. */
export type AfterInterruptedRun = 'retrySendsTheRest' | 'everyRunSendsTheRest' | 'sendEverything';

/** What n8n stored of an execution, and where the sends of a node in it are recorded. */
export interface RecordedExecution {
	/** Tells the node apart from all others of this n8n. */
	node: string;
	helpers: Deduplication;
	identity: Identity;
	/** How n8n first started the execution; a Retry has the mode `retry`. */
	source: WorkflowExecuteMode;
	mode: WorkflowExecuteMode;
	/** Tells this try of the execution from every other one. */
	token: string;
	/** What n8n stores for the node with the execution. */
	memory: IDataObject;
	/** Whether the execution was stopped. */
	isStopped: () => boolean;
	/** Calls back when the execution has ended or is stopped; not when it waits. */
	onFinish?: (handler: () => Promise<void>) => void;
}

const turnPauseMs = 2_000;

const heldValue = (name: string) => `held ${name}`;
const activeWithinReach = (name: string) => activeWithin(name, everyRunReachHours * hourMs);

/** The sends of one execution of a node: the names that they have in the node's list, and what is there of them. */
export class ExecutionSends {
	private static readonly known = new WeakMap<object, ExecutionSends>();

	/** The names under which each message is recorded: the execution's own first, then those that it goes on with. */
	readonly names: string[] = [];

	/** Names that the execution goes on with as soon as one of their messages comes up. */
	private joinable: string[] = [];

	/** Ordinals of equal messages that count for the whole execution: those of an agent's tool calls. */
	readonly ordinals = new Map<string, Set<number>>();

	/** Whether an earlier try may have sent messages of this execution. */
	readonly isGoingOn: boolean;

	/** Whether a Retry has no record of what it repeats. */
	private isUnrecorded = false;

	private readonly others: string[] = [];

	private readonly messages = new Set<string>();

	private readonly accepted = new Set<string>();

	private readonly values = new Set<string>();

	/** The values by which this Retry keeps others of the execution waiting: none while it waits itself. */
	private readonly turns = new Set<string>();

	private opened?: Promise<void>;

	private constructor(
		/** The store of the run that began last: that of an earlier one may be closed. */
		private store: NodeStore,
		private readonly execution: RecordedExecution,
		private readonly after: AfterInterruptedRun,
		private readonly size: number,
	) {
		const { memory, mode, onFinish } = execution;
		this.isGoingOn = mode === 'retry' || memory.isRecorded === true;
		memory.isRecorded = true;
		onFinish?.(async () => await this.finish());
	}

	/** The sends of an execution, the same for all its runs of the node in this process. */
	static of(
		store: NodeStore,
		execution: RecordedExecution,
		after: AfterInterruptedRun,
		size: number,
	): ExecutionSends {
		const sends = this.known.get(execution.memory) ?? new ExecutionSends(store, execution, after, size);
		sends.store = store;
		this.known.set(execution.memory, sends);
		return sends;
	}

	/** Whether messages may be known that this try of the execution has not sent. */
	get mayKnow(): boolean {
		return this.isGoingOn || this.others.length > 0;
	}

	/** Whether no message may leave of which nobody can say whether an earlier run sent it. */
	get mustKnow(): boolean {
		return this.execution.mode === 'retry' || this.after === 'everyRunSendsTheRest' || this.others.length > 0;
	}

	/** Finds the names of the execution. n8n's error when it refuses and an earlier run may have sent messages. */
	async open(): Promise<void> {
		this.opened ??= this.findNames().finally(() => {
			if (this.names.length === 0) this.opened = undefined;
		});
		await this.opened;
	}

	/** What is known of earlier runs' sends of a message; one that they had accepted is entered under all names. n8n's error. */
	async knownOf(message: Message): Promise<Known> {
		if (!this.mayKnow) return 'mayLeave';
		this.keepTurn();
		const { found } = await this.store.ask(this.joinable.map((name) => leftValue(name, message.id)));
		this.joinRuns(this.joinable.filter((name) => found.has(leftValue(name, message.id))));
		const accepted = message.acceptedValues();
		const { certain } = await this.store.ask(accepted);
		if (certain.size === 0) return this.isUnrecorded ? 'unrecorded' : 'mayLeave';
		this.note(message.id, true);
		this.store.queue(accepted.filter((value) => !certain.has(value)));
		return 'accepted';
	}

	/** Notes a message that is recorded, so that other names get to know it, and it can be forgotten. */
	note(message: string, isAccepted = false): void {
		this.messages.add(message);
		if (isAccepted) this.accepted.add(message);
	}

	/** Notes that nothing is recorded of a message any more. */
	noteRemoved(message: string): void {
		this.messages.delete(message);
	}

	/** The values that keep the name of the execution. One that may send nothing does not say that it is active. */
	traces(): string[] {
		const [own] = this.names as [string];
		const values = nameValues(own, this.execution.identity, this.size);
		if (!this.mayKnow) values.push(...activeValues(own));
		for (const value of values) this.values.add(value);
		return values;
	}

	/** Notes that a message has left: from now on the time counts in which other runs send the rest. */
	noteSent(): void {
		this.store.queue(this.names.flatMap(activeValues));
		this.keepTurn();
	}

	/** Notes that a run of the node has begun. */
	beginRun(run: number): void {
		this.unfinishedRuns[run] = true;
	}

	/** Notes how a run of the node ended; where n8n does not tell the end of the execution, that is its end. */
	async endRun(run: number, isWhole: boolean): Promise<void> {
		if (isWhole) delete this.unfinishedRuns[run];
		if (!this.execution.onFinish) await this.finish();
	}

	/** The runs of the node that are under way or did not end whole; a Retry goes on with them as n8n stored them. */
	private get unfinishedRuns(): IDataObject {
		return (this.execution.memory.unfinishedRuns ??= {}) as IDataObject;
	}

	/**
	 * Waits until no other Retry of the execution is under way, and keeps others waiting: two at once would disturb each
	 * other's questions.
	 */
	private async takeTurn(): Promise<void> {
		const { identity, token, isStopped } = this.execution;
		for (let attempt = 0; !isStopped(); attempt += 1) {
			const turn = turnValues(identity);
			const claim = `${turn[0]} ${token} ${attempt}`;
			const values = [...turn, claim];
			const found = await this.store.record(values);
			await sleep(this.store.settleMs);
			const isFree = !turn.some((value) => found.has(value));
			if (isFree && (await this.store.record(values)).has(claim)) {
				for (const value of values) this.turns.add(value);
				return;
			}
			this.store.removeSoon([claim]);
			const isTaken = async () => (await this.store.ask(turnValues(identity))).found.size > 0;
			while (!isStopped() && (await isTaken())) await sleep(turnPauseMs);
		}
	}

	/** Keeps other Retries waiting, if this one has the turn. */
	private keepTurn(): void {
		const [turn] = turnValues(this.execution.identity);
		if (this.turns.size === 0 || this.turns.has(turn)) return;
		this.turns.add(turn);
		this.store.queue([turn]);
	}

	private async findNames(): Promise<void> {
		const { identity, mode, source } = this.execution;
		if (mode === 'retry' && !NodeStore.isOneProcess) await this.takeTurn();
		const isEveryRun = this.after === 'everyRunSendsTheRest';
		if (this.isGoingOn) {
			const { certain, doubtful } = await namesOf(this.store, identity, isEveryRun || source === 'manual');
			this.names.push(...certain);
			this.joinable.push(...doubtful);
			this.isUnrecorded = mode === 'retry' && certain.length + doubtful.length === 0;
			await this.store.remove([...certain, ...doubtful].map(finishedValue));
		}
		const isManual = mode === 'manual' || (source === 'manual' && this.names.length === 0);
		if (isEveryRun || isManual) {
			const reachMs = hourMs * (isEveryRun ? everyRunReachHours : manualReachHours);
			const unfinished = await unfinishedNames(this.store, reachMs);
			this.others.push(...unfinished.filter((name) => !this.names.includes(name)));
			this.joinable.push(...this.others.filter((name) => !this.joinable.includes(name)));
			this.store.queue(this.others.map(heldValue));
		}
		if (this.names.length === 0) this.names.push(await this.ownName());
	}

	/** Goes on with the messages of other names; what this execution has sent is recorded under them as well. */
	private joinRuns(names: string[]): void {
		const joined = names.filter((name) => this.joinable.includes(name));
		this.joinable = this.joinable.filter((name) => !joined.includes(name));
		this.names.push(...joined);
		for (const name of joined) {
			this.store.queue([linkValue(name, this.execution.identity)]);
			this.store.queue([...this.messages].map((message) => leftValue(name, message)));
			this.store.queue([...this.accepted].map((message) => acceptedValue(name, message)));
		}
	}

	/** A name for the execution; where n8n refuses, the one that a Retry looks for first. */
	private async ownName(): Promise<string> {
		const { identity } = this.execution;
		const taken = takenName(this.store, identity, this.size);
		if (this.mustKnow) return await taken;
		return await taken.catch(() => {
			const [name] = namesFor(identity) as [string];
			this.store.queue(nameValues(name, identity, this.size));
			return name;
		});
	}

	/** Forgets what nobody can need any more, once the execution has ended. */
	private async finish(): Promise<void> {
		if (this.names.length === 0) return;
		const store = NodeStore.open(this.execution.node, this.execution.helpers);
		try {
			await store.flush();
			const isWhole = Object.keys(this.unfinishedRuns).length === 0;
			if (!this.execution.isStopped() && isWhole) await this.finishNames(store);
			await store.remove([...this.others.map(heldValue), ...this.turns]);
		} catch {
			return;
		} finally {
			store.close();
		}
	}

	private async finishNames(store: NodeStore): Promise<void> {
		const [own, ...joined] = this.names as [string, ...string[]];
		const greater = this.others.length > 0 ? await greaterThan(store, this.others, this.size) : [];
		const mayBeRetried = this.isGoingOn;
		const finished = joined.filter((name) => !greater.includes(name));
		if (mayBeRetried) finished.push(own);
		await this.hide(store, finished);
		if (!mayBeRetried && greater.length === 0) await this.forget(store, own);
	}

	/** Keeps names from runs that are started manually, and leaves them to Retry. */
	private async hide(store: NodeStore, names: string[]): Promise<void> {
		const finished = names.map(finishedValue);
		await store.remove([...names.flatMap(activeWithinReach), ...finished.map(doubt)]);
		if (names.length > 0) await store.record(finished);
	}

	private async forget(store: NodeStore, own: string): Promise<void> {
		const messages = [...this.messages].flatMap((one) => [leftValue(own, one), acceptedValue(own, one)]);
		if (await store.clearIfOnly(messages.length + this.values.size)) return;
		if ((await store.ask([heldValue(own)])).certain.size > 0) return await this.hide(store, [own]);
		const values = [...this.values].filter((value) => !value.startsWith('busy '));
		await store.remove([...messages, ...values, ...activeWithinReach(own)]);
	}
}

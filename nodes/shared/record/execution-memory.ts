/** A run, and what n8n stores for its node with the execution: the answers to its messages, and how many there were to whom. */
import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';

import { maybeAlreadySent, type Outcome } from '../service/outcome';
import type { Rows } from '../n8n/n8n-table';
import type { Accepted as Answer } from '../service/answer';
import type { Message } from './message';

/** A run of a node, as far as its record needs it. */
export interface RecordedRun {
	/** Tells the execution from others, but for those of equal events in one millisecond; its Retry has the same. */
	identity: string;
	/** When n8n started the first try, in milliseconds. */
	establishedAt: number;
	/** How n8n first started the execution; a Retry has the mode `retry`. */
	source: WorkflowExecuteMode;
	mode: WorkflowExecuteMode;
	/** Whether an agent calls the node: how often, and in which order, is up to the model. */
	isTool: boolean;
	/** Tells the runs of the node in one execution apart. */
	runIndex: number;
	items: { length: number };
	/** What n8n stores for the node with the execution. */
	memory: IDataObject;
	timeZone: string;
	/** Tells the node apart from all others of this n8n. */
	place: string;
	/** The node's rows in n8n's database; none for a tool of an MCP server or of an older agent, for which n8n has no helpers. */
	rows?: Rows;
	/** Whether n8n is known to have no other process that sends. */
	isOnlyProcess: boolean;
	/** Aborted where the execution is stopped. */
	signal?: AbortSignal;
	/** Whether n8n tries the run again by itself: also one that has succeeded, where its first row has a column `error`. */
	isTriedAgain?: boolean;
	/** Whether it is in a loop; unknown of a tool. */
	mayRunAgain?: () => boolean;
	/** Calls back when the execution has ended or is stopped; not when it waits. */
	onFinish?: (handler: () => Promise<void>) => void;
}

/** An accepted message, when it was accepted, in milliseconds, and the number that sent it. */
type Accepted = [messageId: string, acceptedAt: number, from?: string];

/** A message of which nobody knows whether it has left, and the round that has ended that, if one has. */
interface Doubt {
	/** Why this execution does not know it; none where another one has sent it, which may know it by now. */
	reason?: string;
	request: string;
	ordinal: number;
	round: number;
	end?: { round: number; answer: Accepted };
}

const longestReason = 80;

/**
 * What became of the messages of a node in one execution, in what n8n stores for the node with the execution: so Retry On Fail,
 * and Retry of a failed execution, give the message ids again. Who sent a message does not matter.
 */
export class RememberedAnswers {
	private static readonly known = new WeakMap<IDataObject, RememberedAnswers>();

	private readonly doubts = new Map<string, Doubt>();

	private constructor(private readonly answers: Record<string, Accepted | Doubt>) {
		for (const [id, answer] of Object.entries(answers))
			if (!Array.isArray(answer)) this.doubts.set(id, answer);
	}

	/** `memory` is what n8n stores for the node with the execution. */
	static of(memory: IDataObject): RememberedAnswers {
		const answers = (memory.sends ??= {}) as IDataObject;
		const known = this.known.get(answers) ?? new RememberedAnswers(answers as never);
		this.known.set(answers, known);
		return known;
	}

	/** What became of a message in an earlier try or round, with what is said of the time; nothing, if none has noted it. */
	recall(message: string, saidOf: (acceptedAt: number) => string): Outcome | undefined {
		const answer = this.answers[message];
		const doubt = Array.isArray(answer) ? undefined : answer;
		const accepted = doubt ? doubt.end?.answer : (answer as Accepted | undefined);
		if (!accepted) return doubt?.reason === undefined ? undefined : maybeAlreadySent(doubt.reason);
		const [messageId, acceptedAt, from] = accepted;
		return { is: 'alreadySent', data: { message_id: messageId }, from, reason: saidOf(acceptedAt) };
	}

	/** Notes that the service accepted a message in a round, sent by `from` if that is known. */
	noteAccepted({ id: message }: Message, round: number, { envelope }: Answer, from?: string): void {
		const { data, timestamp } = envelope;
		const answer: Accepted = [String(data.message_id), timestamp];
		if (from) answer.push(from);
		const doubt = this.doubts.get(message);
		if (doubt) doubt.end = { round, answer };
		else this.answers[message] = answer;
	}

	/** Notes that it is not known whether a message has left, and why, unless another run may know it later. */
	noteDoubt({ id, request, ordinal }: Message, round: number, reason?: string): void {
		const doubt: Doubt = this.doubts.get(id) ?? { request, ordinal, round };
		if (reason !== undefined) doubt.reason ??= reason.slice(0, longestReason);
		this.answers[id] = doubt;
		this.doubts.set(id, doubt);
	}

	/** A message with a request that was in doubt when a round began, but none of those that the round has `had`. */
	doubtOf(request: string, round: number, had: Set<string>): Pick<Message, 'id' | 'ordinal'> | undefined {
		const isIt = (id: string, one: Doubt) =>
			one.request === request && one.round < round && (one.end?.round ?? round) === round && !had.has(id);
		const [id, doubt] = [...this.doubts].find(([name, one]) => isIt(name, one)) ?? [];
		return id === undefined || !doubt ? undefined : { id, ordinal: doubt.ordinal };
	}

	/** Forgets all answers, once nothing of the round can be repeated; what is in doubt stays. */
	forgetAll(): void {
		for (const [id, answer] of Object.entries(this.answers)) {
			if (!Array.isArray(answer) && !answer.end) continue;
			delete this.answers[id];
			this.doubts.delete(id);
		}
	}
}

/** How many characters tell the messages of an execution apart in what n8n stores with it. */
const shortLength = 6;

/** Counts the messages of an execution to each recipient and of each request, over all rounds of a loop. */
export class Ordinals {
	private static readonly known = new WeakMap<IDataObject, Ordinals>();

	private readonly counts = new Map<string, number>();

	/** How many have been counted. */
	size = 0;

	private constructor(private readonly rounds: IDataObject) {
		for (const round of Object.keys(rounds)) this.add(this.printsOf(round), 1);
	}

	/** `rounds` are the messages by their rounds, stored with the execution. */
	static of(rounds: IDataObject): Ordinals {
		const known = this.known.get(rounds) ?? new Ordinals(rounds);
		this.known.set(rounds, known);
		return known;
	}

	/** How many messages there were before with the same print, and counts one more in a round. */
	next(print: string, round: number): number {
		const short = print.slice(0, shortLength);
		this.rounds[round] = this.printsOf(round) + short;
		this.add(short, 1);
		return (this.counts.get(short) ?? 0) - 1;
	}

	/** Forgets the messages of a round, which is tried again. */
	forget(round: number): void {
		this.add(this.printsOf(round), -1);
		this.rounds[round] = '';
	}

	private printsOf(round: string | number): string {
		return String(this.rounds[round] ?? '');
	}

	private add(prints: string, one: 1 | -1): void {
		for (let at = 0; at < prints.length; at += shortLength) {
			const short = prints.slice(at, at + shortLength);
			this.counts.set(short, (this.counts.get(short) ?? 0) + one);
			this.size += one;
		}
	}
}

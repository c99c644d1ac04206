/** What n8n stores for a node with an execution: the answers to its messages, and how many there were to whom. */
import type { IDataObject } from 'n8n-workflow';

import { unknownBefore, type Outcome } from '../operation/outcome';

/** The answer to an accepted message, and the number that sent it. */
type Accepted = [messageId: string, id: string, timestamp: number, apiVersion: string, from?: string];

const longestReason = 80;

/**
 * What became of the messages of a node in one execution, in what n8n stores for the node with the execution: so Retry On Fail,
 * and Retry of a failed execution, give the message ids again. Who sent a message does not matter.
 */
export class RememberedAnswers {
	/** By the ids of messages; a text says why it is unknown. */
	private readonly answers: Record<string, Accepted | string>;

	/** `memory` is what n8n stores for the node with the execution. */
	constructor(memory: IDataObject) {
		this.answers = (memory.sends ??= {}) as typeof this.answers;
	}

	/** What became of a message in an earlier try; nothing, if none has noted it. */
	recall(message: string): Outcome | undefined {
		const answer = this.answers[message];
		if (answer === undefined) return undefined;
		if (typeof answer === 'string') return unknownBefore(answer);
		const [messageId, id, timestamp, apiVersion, from] = answer;
		const data = { message_id: messageId };
		const envelope = { id, timestamp, api_version: apiVersion, object: 'response' as const, data };
		return { ok: true, envelope, wasEarlier: true, from };
	}

	/** Notes that the service accepted a message, sent by `from` if that is known; or why nobody knows it. */
	note(message: string, outcome: Outcome, from?: string, reason = ''): void {
		if (!outcome.ok) this.answers[message] = reason.slice(0, longestReason);
		else if (!outcome.status) {
			const { id, timestamp, api_version: version, data } = outcome.envelope;
			const facts = [String(data.message_id), id, timestamp, version] as const;
			this.answers[message] = from ? [...facts, from] : [...facts];
		}
	}

	/** Forgets all answers, once nothing of the run can be repeated. */
	forgetAll(): void {
		for (const message of Object.keys(this.answers)) delete this.answers[message];
	}
}

/** How many characters tell the messages of an execution apart in what n8n stores with it. */
const shortLength = 6;

/** Counts the messages of an execution to each recipient and of each request, over all rounds of a loop. */
export class Ordinals {
	private readonly counts = new Map<string, number>();

	/** How many messages the node had in earlier rounds. */
	readonly earlier: number;

	/** `rounds` are the messages by their rounds, stored with the execution; a round that is tried again counts anew. */
	constructor(
		private readonly rounds: IDataObject,
		private readonly round: number,
	) {
		this.forget();
		const prints = Object.values(rounds).join('');
		this.earlier = prints.length / shortLength / 2;
		for (let at = 0; at < prints.length; at += shortLength) this.add(prints.slice(at, at + shortLength));
	}

	/** How many messages there were before with the same print, and counts one more. */
	next(print: string): number {
		const short = print.slice(0, shortLength);
		this.rounds[this.round] = `${String(this.rounds[this.round])}${short}`;
		return this.add(short) - 1;
	}

	/** Forgets the messages of this round. */
	forget(): void {
		this.rounds[this.round] = '';
	}

	private add(short: string): number {
		const count = (this.counts.get(short) ?? 0) + 1;
		this.counts.set(short, count);
		return count;
	}
}

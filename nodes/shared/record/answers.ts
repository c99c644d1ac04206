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

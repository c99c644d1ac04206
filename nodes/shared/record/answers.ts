import type { IDataObject } from 'n8n-workflow';

import type { ResponseEnvelope } from '../service/answer';

/** The answer to an accepted message, and the number that sent it. */
type Answer = [messageId: string, id: string, timestamp: number, apiVersion: string, from?: string];

/** Why the outcome of a message is unknown. */
interface Doubt {
	reason: string;
}

const longestReason = 80;

/** What the execution knows of a send: never made, in doubt, or accepted with this answer. */
export type Remembered =
	| { state: 'nothing' }
	| ({ state: 'unknown' } & Doubt)
	| { state: 'accepted'; envelope: ResponseEnvelope; from?: string };

/**
 * The answers to the messages of a node in one execution, in what n8n stores for the node with the execution: so Retry On
 * Fail, and Retry of a failed execution, give the message ids again. Who sent a message does not matter.
 */
export class RememberedAnswers {
	private readonly answers: Record<string, Answer | Doubt>;

	/** `memory` is what n8n stores for the node with the execution. */
	constructor(memory: IDataObject) {
		this.answers = (memory.sends ??= {}) as typeof this.answers;
	}

	/** What an earlier try has noted of a message. */
	recall(message: string): Remembered {
		const answer = this.answers[message];
		if (answer === undefined) return { state: 'nothing' };
		if (!Array.isArray(answer)) return { state: 'unknown', ...answer };
		const [messageId, id, timestamp, apiVersion, from] = answer;
		const data = { message_id: messageId };
		return {
			state: 'accepted',
			envelope: { id, timestamp, api_version: apiVersion, object: 'response', data },
			from,
		};
	}

	/** Notes that the service accepted a message, sent by `from` if that is known. */
	noteAccepted(message: string, { id, timestamp, api_version, data }: ResponseEnvelope, from?: string): void {
		const facts = [String(data.message_id), id, timestamp, api_version] as const;
		this.answers[message] = from ? [...facts, from] : [...facts];
	}

	/** Notes that nobody knows whether the service took a message. */
	noteUnknown(message: string, reason: string): void {
		this.answers[message] = { reason: reason.slice(0, longestReason) };
	}

	/** Forgets all answers, once nothing of the run can be repeated. */
	forgetAll(): void {
		for (const message of Object.keys(this.answers)) delete this.answers[message];
	}
}

import type { IDataObject } from 'n8n-workflow';

import type { ResponseEnvelope } from '../../service/answer';
import { fingerprint } from './message';

/** The answer to an accepted message, and a mark of the number that sent it. */
type Answer = [messageId: string, id: string, timestamp: number, apiVersion: string, from?: string];

/** When a message may have left, in milliseconds by n8n's clock. */
export interface TimeOfLeaving {
	from: number;
	to: number;
	/** How many equal ones may have left then, where this process knows. */
	others?: number;
}

/** Why the outcome of a message is unknown, and when it may have left. */
interface Doubt {
	reason: string;
	time?: TimeOfLeaving;
}

/** Of each message of an item, by the fingerprint of its request; true where its conversation shows it. */
type Answers = Record<string, Answer | Doubt | true>;

const contextKey = 'sends';
const longestReason = 80;

/** What the execution knows of a send: never made, made with no known outcome, or accepted, with this answer. */
export type Remembered =
	| { state: 'nothing' | 'shown' }
	| ({ state: 'unknown' } & Doubt)
	| { state: 'accepted'; envelope: ResponseEnvelope; from?: string };

function markOf(sender: string): string {
	return fingerprint(sender).slice(0, 6);
}

/**
 * The answers to the messages of one run of a node, in what n8n stores for the node with the execution: so Retry On
 * Fail, and Retry of a failed execution, give the message ids again. Who sent a message does not matter.
 */
export class RememberedAnswers {
	/** `context` is the node's execution context, `run` tells the runs of the node apart. */
	constructor(
		private readonly context: IDataObject,
		private readonly run: number,
	) {}

	private get items(): Record<number, Answers> {
		const runs = (this.context[contextKey] ??= {}) as unknown as Record<number, Record<number, Answers>>;
		return (runs[this.run] ??= {});
	}

	/** What is known of the item's message, which one of the senders has sent. */
	recall(item: number, request: string, senders: string[]): Remembered {
		const answer = this.items[item]?.[request];
		if (answer === undefined) return { state: 'nothing' };
		if (answer === true) return { state: 'shown' };
		if (!Array.isArray(answer)) {
			const { reason, time } = answer;
			const others = Math.max(time?.others ?? 0, this.acceptedLike(request));
			return { state: 'unknown', reason, time: time && { ...time, others } };
		}
		const [messageId, id, timestamp, apiVersion, mark] = answer;
		const data = { message_id: messageId };
		return {
			state: 'accepted',
			envelope: { id, timestamp, api_version: apiVersion, object: 'response', data },
			from: senders.find((sender) => markOf(sender) === mark),
		};
	}

	/** Notes that the service accepted the item's message, sent by `from` if that is known. */
	noteAccepted(
		item: number,
		request: string,
		{ id, timestamp, api_version, data }: ResponseEnvelope,
		from?: string,
	): void {
		const facts = [String(data.message_id), id, timestamp, api_version] as const;
		this.note(item, request, from ? [...facts, markOf(from)] : [...facts]);
	}

	/** Notes that nobody knows whether the service took the item's message. */
	noteUnknown(item: number, request: string, reason: string, time?: TimeOfLeaving): void {
		this.note(item, request, { reason: reason.slice(0, longestReason), time });
	}

	/** Notes that the conversation shows the item's message. */
	noteShown(item: number, request: string): void {
		this.note(item, request, true);
	}

	/** Forgets the whole run, once nothing of it can be repeated. */
	forgetRun(): void {
		delete (this.context[contextKey] as IDataObject | undefined)?.[this.run];
	}

	/** How many messages of the run with this request are known as accepted: some may have left right after one in doubt. */
	private acceptedLike(request: string): number {
		const isAccepted = (answer?: Answers[string]) => answer === true || Array.isArray(answer);
		return Object.values(this.items).filter((answers) => isAccepted(answers[request])).length;
	}

	private note(item: number, request: string, answer: Answers[string]): void {
		(this.items[item] ??= {})[request] = answer;
	}
}

/** What tells a message of a number from others in a conversation. */
export function contentOf({ from, message, attachments }: IDataObject): string {
	return JSON.stringify([from, message ?? '', attachments ?? []]);
}

/** A message of this process that leaves; `content` is what a conversation shows of it. */
export class Leaving {
	private static readonly underWay = new Set<Leaving>();

	/** Those that ended since the oldest one under way began. */
	private static readonly over = new Set<Leaving>();

	private readonly from = Date.now();

	private to = Infinity;

	constructor(private readonly content: string) {
		Leaving.underWay.add(this);
	}

	/** Ends it; one that was not sent counts no more. */
	end(mayHaveLeft: boolean): void {
		const { underWay, over } = Leaving;
		const [oldest = this] = underWay;
		for (const one of over) {
			if (one.to >= oldest.from) break;
			over.delete(one);
		}
		this.to = Date.now();
		underWay.delete(this);
		if (mayHaveLeft) over.add(this);
	}

	/** When it may have left, once it has ended. */
	get time(): TimeOfLeaving {
		const { from, to, content } = this;
		const others = [...Leaving.underWay, ...Leaving.over].filter(
			(one) => one !== this && one.content === content && one.to >= from,
		);
		return { from, to, others: others.length };
	}
}

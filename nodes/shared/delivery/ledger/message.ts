import { createHash } from 'crypto';

/** Tells values apart; 16 characters, that hold no longer text in memory as a slice would. */
export function fingerprint(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest().toString('base64', 0, 12);
}

/**
 * What is known of a message before it leaves. `unrecorded`: a Retry has no record of its execution; `elsewhere`: another
 * process sends it at this moment; `otherRecipient`: its idempotency key stands for a message to somebody else.
 */
export type Known = 'mayLeave' | 'unrecorded' | 'accepted' | 'unknown' | 'elsewhere' | 'otherRecipient';

/** Fingerprints of an idempotency key, and of the recipient that it counts for. */
export interface MessageKey {
	key: string;
	recipient: string;
}

export const leftValue = (name: string, id: string) => `left ${name} ${id}`;
export const acceptedValue = (name: string, id: string) => `accepted ${name} ${id}`;

/** A message as the ledger knows it, and the values that stand for it in the node's list: hashes alone. */
export class Message {
	/** What was known of it when it was recorded. */
	begun?: Promise<Known>;

	/** What was known of it when it was read back. */
	read?: Promise<Known>;

	isRecorded = false;

	recordedAt = 0;

	/**
	 * `id` tells it from other messages of its execution, or is its key; it is recorded under each of the `names`.
	 * `isContested` says that others may send it as well. `release` gives its place among equal ones of an agent to the next:
	 * those of a list keep theirs, as a Retry counts them in the same order.
	 */
	constructor(
		readonly id: string,
		private readonly names: string[],
		public isContested: boolean,
		readonly release: () => void,
		readonly key?: MessageKey,
	) {}

	/** It may have left. */
	leftValues(): string[] {
		return this.names.map((name) => leftValue(name, this.id));
	}

	/** It was accepted; a key counts for one recipient. */
	acceptedValues(): string[] {
		const id = this.key ? `${this.id} ${this.key.recipient}` : this.id;
		return this.names.map((name) => acceptedValue(name, id));
	}

	/** Its key was used for this recipient. */
	get recipientValue(): string {
		return `for ${this.id} ${String(this.key?.recipient)}`;
	}

	/** A try of an execution wants to send it. */
	claims(token?: string): string[] {
		return this.names.map((name) => `claim ${name} ${this.id} ${String(token)}`);
	}

	/** A try of an execution sends it by its key. Meanwhile nobody asks whether it was accepted: a question disturbs that one. */
	sendingValues(): string[] {
		return this.key ? this.names.map((name) => `sending ${name} ${this.id}`) : [];
	}

	/** The values that are recorded before it leaves. */
	beginValues(token?: string): string[] {
		const ofKey = this.key ? [this.recipientValue] : [];
		return [...this.leftValues(), ...ofKey, ...this.valuesWhileSent(token)];
	}

	/** Those of them that mean nothing once its run has ended. */
	valuesWhileSent(token?: string): string[] {
		return this.isContested ? [...this.claims(token), ...this.sendingValues()] : [];
	}

	/** The values that are recorded once it was accepted. */
	endValues(): string[] {
		return [...this.leftValues(), ...this.acceptedValues()];
	}

	/** Whether the values that were found show another try's message in place of this one's. */
	isTakenBy(found: Set<string>, token?: string): boolean {
		const claims = this.isContested ? this.claims(token) : [];
		const lefts = this.leftValues();
		return claims.some((claim, index) => !found.has(claim) && found.has(lefts[index] as string));
	}
}

/** Messages that have come up and are not recorded yet, and the numbers that send them, as far as they are known. */
export class WaitingMessages {
	private readonly senders = new Map<Message, string | undefined>();

	get size(): number {
		return this.senders.size;
	}

	add(message: Message, sender?: string): void {
		this.senders.set(message, sender);
	}

	delete(message: Message): void {
		this.senders.delete(message);
	}

	/** So many messages in the order in which they will leave: each number takes its turn. */
	next(count: number): Message[] {
		const turns = new Map<string | undefined, number>();
		const inTurn = [...this.senders].map(([message, sender]) => {
			const turn = turns.get(sender) ?? 0;
			turns.set(sender, turn + 1);
			return { message, turn };
		});
		return inTurn
			.sort((one, other) => one.turn - other.turn)
			.slice(0, Math.max(0, count))
			.map(({ message }) => message);
	}
}

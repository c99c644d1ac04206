import type { IDataObject } from 'n8n-workflow';

import { leftOut, mayHaveLeft, notSent, type Outcome } from '../service/outcome';
import { messageIn, type ServiceRequest } from '../service/service-request';

/** The place of a message, which gives it back at its end: it counts if the message may have left. */
export class Place implements Disposable {
	/** What became of the message; nothing as long as it has not left. */
	outcome?: Outcome;

	constructor(private readonly giveBack?: (mayHaveLeft: boolean) => void) {}

	[Symbol.dispose](): void {
		this.giveBack?.(this.outcome !== undefined && mayHaveLeft(this.outcome));
	}
}

interface Waiting {
	most: number;
	answer(end: Place | Outcome): void;
}

/** The places of one number. Who waits for one stands in line: of those, only the first one is looked at. */
class Places {
	private taken = 0;

	private readonly line: Waiting[] = [];

	/** `sent`: how many messages each number has sent in the execution. */
	constructor(
		private readonly number: string,
		private readonly sent: () => Record<string, number>,
	) {}

	async take(most: number): Promise<Place | Outcome> {
		return await new Promise((answer) => {
			this.line.push({ most, answer });
			this.goOn();
		});
	}

	/** Ends every wait. */
	stop(): void {
		for (const { answer } of this.line.splice(0)) answer(notSent('stopped'));
	}

	private goOn(): void {
		for (let first = this.line[0]; first; first = this.line[0]) {
			const end = this.endFor(first.most);
			if (!end) return;
			this.line.shift();
			first.answer(end);
		}
	}

	/** A place, or why there is none; nothing as long as messages that are under way decide that. */
	private endFor(most: number): Place | Outcome | undefined {
		const { [this.number]: sent = 0 } = this.sent();
		if (sent >= most) return leftOut('deferred', 'Max per number', { send_after: null });
		if (sent + this.taken >= most) return undefined;
		this.taken += 1;
		return new Place((hasSent) => this.giveBack(hasSent));
	}

	private giveBack(hasSent: boolean): void {
		this.taken -= 1;
		const sent = this.sent();
		if (hasSent) sent[this.number] = (sent[this.number] ?? 0) + 1;
		this.goOn();
	}
}

/**
 * Leaves messages for a later execution once their number has sent as many in this one as the user allows. A message takes a place
 * before it starts; whoever finds none waits for those that may give theirs back, because they certainly did not leave.
 */
export class MaxPerNumber {
	private readonly places = new Map<string, Places>();

	/** `memory` is what n8n stores for the node with the execution: its tries and the rounds of a loop count together. */
	constructor(
		private readonly memory: IDataObject,
		private readonly signal?: AbortSignal,
	) {
		signal?.addEventListener('abort', () => {
			for (const places of this.places.values()) places.stop();
		});
	}

	/** A place for a message, or what becomes of it without one. */
	async take(request: ServiceRequest, most?: number): Promise<Place | Outcome> {
		if (most === undefined) return new Place();
		if (this.signal?.aborted) return notSent('stopped');
		const number = String(messageIn(request).from);
		const places = this.places.get(number) ?? new Places(number, () => this.sent);
		this.places.set(number, places);
		return await places.take(most);
	}

	private get sent(): Record<string, number> {
		return (this.memory.sentByNumber ??= {}) as Record<string, number>;
	}
}

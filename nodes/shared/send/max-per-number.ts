import type { IDataObject } from 'n8n-workflow';

import { mayHaveLeft, settled, type Outcome } from '../operation/outcome';
import { messageIn } from '../service/service-request';
import type { Item } from './item';

/**
 * Leaves messages for a later execution once their number has sent as many in this one as the user allows. A message takes a place
 * before it starts, and gives it back if it certainly did not leave. Who finds none waits for those.
 */
export class MaxPerNumber {
	private readonly underWay = new Map<string, Set<Promise<unknown>>>();

	/** `memory` is what n8n stores for the node with the execution. */
	constructor(private readonly memory: IDataObject) {}

	async within({ request, options }: Item, work: () => Promise<Outcome>): Promise<Outcome> {
		const { maxPerNumber: most } = options;
		if (most === undefined) return await work();
		const number = String(messageIn(request).from);
		const underWay = this.underWay.get(number) ?? new Set();
		this.underWay.set(number, underWay);
		const isFull = () => (this.sent[number] ?? 0) + underWay.size >= most;
		while (isFull() && underWay.size > 0) await Promise.race(underWay);
		if (isFull()) return settled({ status: 'deferred', reason: 'Max per number' }, { send_after: null });
		const working = this.counted(number, work);
		const over = working.catch(() => undefined).finally(() => underWay.delete(over));
		underWay.add(over);
		return await working;
	}

	/** How many messages each number has sent in the execution, tries and rounds of a loop together. */
	private get sent(): Record<string, number> {
		return (this.memory.sentByNumber ??= {}) as Record<string, number>;
	}

	private async counted(number: string, work: () => Promise<Outcome>): Promise<Outcome> {
		const outcome = await work();
		if (mayHaveLeft(outcome)) this.sent[number] = (this.sent[number] ?? 0) + 1;
		return outcome;
	}
}

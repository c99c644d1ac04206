import type { IDataObject } from 'n8n-workflow';

import { settled, type Outcome } from '../operation/outcome';
import type { Item } from './item';

/**
 * Leaves messages for a later execution once their number has sent as many in this one as the user allows. A message takes a place
 * before it starts, and gives it back if it certainly did not leave. Who finds none waits for those.
 */
export class MaxPerNumber {
	/** How many messages each number has sent in the execution, tries and rounds of a loop together. */
	private readonly sent: Record<string, number>;

	private readonly underWay = new Map<string, Set<Promise<Outcome>>>();

	/** `memory` is what n8n stores for the node with the execution. */
	constructor(memory: IDataObject) {
		this.sent = (memory.sentByNumber ??= {}) as typeof this.sent;
	}

	async within({ request, options }: Item, work: () => Promise<Outcome>): Promise<Outcome> {
		const { maxPerNumber: most } = options;
		if (most === undefined) return await work();
		const number = String((request.body as IDataObject).from);
		const underWay = this.underWay.get(number) ?? new Set();
		this.underWay.set(number, underWay);
		const isFull = () => (this.sent[number] ?? 0) + underWay.size >= most;
		while (isFull() && underWay.size > 0) await Promise.race(underWay);
		if (isFull())
			return settled(request, { status: 'deferred', reason: 'Max per number' }, { send_after: null });
		const working = this.counted(number, work);
		underWay.add(working);
		return await working.finally(() => underWay.delete(working));
	}

	private async counted(number: string, work: () => Promise<Outcome>): Promise<Outcome> {
		const outcome = await work();
		const mayHaveLeft = outcome.ok ? !outcome.status : outcome.outcome === 'unknown';
		if (mayHaveLeft) this.sent[number] = (this.sent[number] ?? 0) + 1;
		return outcome;
	}
}

import { sleep } from 'n8n-workflow';

import type { Deduplication } from '../shared/delivery/ledger/node-list';

/** Whether n8n is known to run in one process: this one executes what its own webhook has received. */
export const processes = { isOne: false };

/** Values that n8n keeps for a trigger, two for each event; the oldest fall out. */
const mostValues = 10_000;

/**
 * How long a value has to stay until nobody can overwrite it any more, in milliseconds: twice as long as the slowest
 * call of n8n's store, which reads and writes a whole list without a transaction.
 */
const settledAfterMs = 300;

/** n8n's database may refuse a call once, e.g. the first one of two processes. */
const onceMoreAfterMs = 100;

let line: Promise<unknown> = Promise.resolve();

/** Calls of the store stand in one line in this process. */
async function inLine<Result>(call: () => Promise<Result>): Promise<Result> {
	const called = line.then(call);
	line = called.catch(() => undefined);
	return await called;
}

/** An event as it came in. */
export interface Arrival {
	eventId: string;
	/** Unique to the request; stored with the execution, so that a Retry has the same. */
	arrival: string;
}

/**
 * Whether an execution is the one that its event belongs to: the first one, or a Retry of it. n8n's database remembers,
 * across processes and restarts. Where other processes may ask at the same moment, one of them overwrites the other:
 * what stays decides.
 */
export async function isFirstTime(helpers: Deduplication, { eventId, arrival }: Arrival): Promise<boolean> {
	const own = `${eventId} ${arrival}`;
	const options = { mode: 'entries', maxEntries: mostValues } as const;
	const record = async () => await helpers.checkProcessedAndRecord([eventId, own], 'node', options);
	for (;;) {
		const { processed } = await inLine(
			async () => await record().catch(async () => await sleep(onceMoreAfterMs).then(record)),
		);
		if (processed.includes(own)) return true;
		if (processed.includes(eventId)) return false;
		if (processes.isOne) return true;
		await sleep(settledAfterMs);
	}
}

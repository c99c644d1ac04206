import { sleep, type DeduplicationHelperFunctions } from 'n8n-workflow';

/** Values that n8n keeps for a trigger, two for each event; the oldest fall out. */
const maxValues = 10_000;

/**
 * How long a value has to stay until nobody can overwrite it any more, in milliseconds: twice as long as the slowest
 * call of n8n's store, which reads and writes a whole list without a transaction.
 */
const settledAfterMs = 300;

/** How late this process may wake up, in milliseconds: on a busier machine, others are as slow, and it waits again a few times. */
const lateMs = 100;
const maxWaits = 5;

/** n8n's database may refuse a call once, e.g. the first one of two processes. */
const onceMoreAfterMs = 100;

/** An event as it came in. */
export interface Arrival {
	/** The trigger whose event it is. */
	trigger: string;
	eventId: string;
	/** Unique to the request; stored with the execution, so that a Retry has the same. */
	arrival: string;
}

/** What n8n's list has of an arrival: itself, another one of its event, or nothing, until it was asked. */
type Found = 'itself' | 'itsEvent' | 'nothing';

interface Asked extends Arrival {
	resolve: (found: Found) => void;
	reject: (error: unknown) => void;
}

/** n8n's helpers of the node of a trigger. */
type Helpers = Pick<DeduplicationHelperFunctions, 'checkProcessedAndRecord'>;

/** The arrivals that wait for the next call of n8n's store, by trigger; none for a trigger that calls nothing. */
const waiting = new Map<string, Asked[]>();

function valuesOf({ eventId, arrival }: Arrival): [event: string, own: string] {
	return [eventId, `${eventId} ${arrival}`];
}

/** Records arrivals, and tells each what was there before, also of those before it. */
async function record(helpers: Helpers, arrivals: Asked[]): Promise<void> {
	const values = [...new Set(arrivals.flatMap(valuesOf))];
	const options = { mode: 'entries', maxEntries: maxValues } as const;
	const call = async () => await helpers.checkProcessedAndRecord(values, 'node', options);
	const { processed } = await call().catch(async () => await sleep(onceMoreAfterMs).then(call));
	const found = new Set(processed);
	for (const asked of arrivals) {
		const [event, own] = valuesOf(asked);
		const others = found.has(event) ? 'itsEvent' : 'nothing';
		asked.resolve(found.has(own) ? 'itself' : others);
		found.add(event);
	}
}

async function recordAll(trigger: string, helpers: Helpers): Promise<void> {
	for (let group = waiting.get(trigger); group?.length; group = waiting.get(trigger)) {
		waiting.set(trigger, []);
		const arrivals = group;
		await record(helpers, arrivals).catch((error) => arrivals.forEach(({ reject }) => reject(error)));
	}
	waiting.delete(trigger);
}

/** Records an arrival. The calls of a trigger stand in one line, and all that wait go together with the next. */
async function ask(helpers: Helpers, arrival: Arrival): Promise<Found> {
	return await new Promise((resolve, reject) => {
		const asked = { ...arrival, resolve, reject };
		const others = waiting.get(arrival.trigger);
		others?.push(asked);
		if (others) return;
		waiting.set(arrival.trigger, [asked]);
		void recordAll(arrival.trigger, helpers);
	});
}

/** Waits until nobody overwrites what is recorded now. */
async function settled(): Promise<void> {
	for (let waits = 1; waits <= maxWaits; waits += 1) {
		const startedAt = Date.now();
		await sleep(settledAfterMs);
		if (Date.now() - startedAt <= settledAfterMs + lateMs) return;
	}
}

/**
 * Whether an execution is the one that its event belongs to: the first one, or a Retry of it. n8n's database remembers,
 * across processes and restarts. Unless this is the only process, others may ask at the same moment, and one of them
 * overwrites the other: what stays decides.
 */
export async function isFirstTime(
	helpers: Helpers,
	arrival: Arrival,
	isOnlyProcess: boolean,
): Promise<boolean> {
	for (;;) {
		const found = await ask(helpers, arrival);
		if (found !== 'nothing') return found === 'itself';
		if (isOnlyProcess) return true;
		await settled();
	}
}

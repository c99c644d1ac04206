import { NodeList } from '../shared/delivery/ledger/node-list';
import type { Rows } from '../shared/delivery/ledger/rows';

/** An event as it came in. */
export interface Arrival {
	/** The trigger whose event it is. */
	trigger: string;
	eventId: string;
	/** Unique to the request; stored with the execution, so that a Retry has the same. */
	arrival: string;
}

/**
 * Whether an execution is the one that its event belongs to: the first one, or a Retry of it. n8n's database remembers,
 * across processes and restarts. n8n's error when it refuses.
 */
export async function isFirstTime(rows: Rows, { trigger, eventId, arrival }: Arrival): Promise<boolean> {
	const own = `${eventId} ${arrival}`;
	const found = await NodeList.of(trigger, rows).record([eventId, own]);
	return found.has(own) || !found.has(eventId);
}

import type { IWebhookFunctions } from 'n8n-workflow';

import { fingerprint } from '../shared/input/fingerprint';
import { Store } from '../shared/record/store';
import type { Rows } from '../shared/n8n/n8n-table';
import { dayMs } from '../shared/service/times';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

const maxRemembered = 5_000;

/** Up to which age n8n's database surely remembers which execution brings a message, in milliseconds. */
export const rememberedMs = dayMs - 60 * 60_000;

/** Lets the oldest of more than `most` entries fall out. */
export function forgetOldest(names: Map<string, unknown> | Set<string>, most: number): void {
	const [oldest = ''] = names.keys();
	if (names.size > most) names.delete(oldest);
}

/** The events that this process has received, or is answering now: whether n8n has stored their executions. The oldest fall out. */
const received = new Map<string, Promise<boolean>>();

/**
 * Whether this process has received an event before. If not, it is received now: n8n answers when it has stored the
 * execution, so once `response` has left. Until then, others that ask wait.
 */
export async function wasReceived(name: string, response: Response): Promise<boolean> {
	for (let before = received.get(name); before; before = received.get(name)) if (await before) return true;
	const closed = response.closed
		? Promise.resolve()
		: new Promise<void>((resolve) => response.once('close', resolve));
	const isStored = closed.then(() => {
		const isAnswered = response.writableFinished && response.statusCode === 200;
		if (!isAnswered) received.delete(name);
		return isAnswered;
	});
	received.set(name, isStored);
	forgetOldest(received, maxRemembered);
	return false;
}

/** The row of an event or a message. */
function rowOf(name: string): string {
	return fingerprint(['received', name]);
}

/**
 * Whether an execution is the one that an event or a message belongs to: the first one, or a Retry of it, which has the
 * same arrival. n8n's database remembers for a day, across processes and restarts. n8n's error when it refuses.
 */
export async function isFirstTime(
	rows: Rows,
	trigger: string,
	name: string,
	arrival: string,
): Promise<boolean> {
	return await Store.of(trigger, rows).claimFor(rowOf(name), arrival, dayMs);
}

/** Whether an execution was that one earlier, as one of which this is a Retry. */
export async function wasFirstTime(...[rows, trigger, name, arrival]: Parameters<typeof isFirstTime>) {
	const isTaken = await Store.of(trigger, rows).has(rowOf(name));
	return isTaken && (await isFirstTime(rows, trigger, name, arrival));
}

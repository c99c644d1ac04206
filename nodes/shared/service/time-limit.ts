import { sleep } from 'n8n-workflow';

/** How long one request may take until its whole answer is there, unless the user sets another limit, in milliseconds. */
export const answerLimitMs = 60_000;

/** How long a question may take that n8n's editor asks while somebody looks at it, in milliseconds. */
export const editorLimitMs = 15_000;

const longestLimitMs = 2_147_483_647;

/** Work that was not over in its time, or was stopped before. */
export class NotInTime extends Error {
	constructor() {
		super('The work was not over in its time');
		this.name = 'NotInTime';
	}
}

/** How long work may go on once its signal is aborted: it may still say how far it came. */
const graceMs = 100;

const sharedForMs = 250;

let shared = { limitMs: -1, limit: AbortSignal.abort(), fresh: AbortSignal.abort() };

/** A signal that is aborted after the limit, at most a quarter of a second late: work that begins together shares it. */
function limitSignal(limitMs: number): AbortSignal {
	if (shared.limitMs !== limitMs || shared.fresh.aborted) {
		const limit = AbortSignal.timeout(Math.min(limitMs + sharedForMs, longestLimitMs));
		shared = { limitMs, limit, fresh: AbortSignal.timeout(sharedForMs) };
	}
	return shared.limit;
}

const endings = new WeakMap<AbortSignal, Set<() => void>>();

/** What is to end once a signal is aborted: one listener, however much it is, as Node 20 warns of more than ten. */
function endingWith(signal: AbortSignal): Set<() => void> {
	const known = endings.get(signal);
	if (known) return known;
	const ends = new Set<() => void>();
	signal.addEventListener('abort', () => ends.forEach((end) => end()), { once: true });
	endings.set(signal, ends);
	return ends;
}

async function overDue(signal: AbortSignal): Promise<never> {
	await new Promise<void>((resolve) => {
		signal.addEventListener('abort', () => resolve(), { once: true });
	});
	await sleep(graceMs);
	throw new NotInTime();
}

/**
 * Does work that gets a signal, which is aborted after `limitMs` milliseconds or when `stop` is. Ends then, with
 * NotInTime, whatever the work does.
 */
export async function withinLimit<Result>(
	limitMs: number,
	work: (signal: AbortSignal) => Promise<Result>,
	stop?: AbortSignal,
): Promise<Result> {
	const controller = new AbortController();
	const signals = [limitSignal(limitMs), ...(stop ? [stop] : [])];
	const end = () => controller.abort();
	try {
		const late = overDue(controller.signal);
		for (const signal of signals) endingWith(signal).add(end);
		if (signals.some(({ aborted }) => aborted)) end();
		return await Promise.race([work(controller.signal), late]);
	} finally {
		for (const signal of signals) endingWith(signal).delete(end);
	}
}

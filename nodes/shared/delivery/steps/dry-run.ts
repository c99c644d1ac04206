import type { IDataObject } from 'n8n-workflow';

import type { RateLimit } from '../pace/rate-limiter';
import { longWaitMs, rateOf, type Rate } from '../pace/rate-queues';
import { httpRequest } from '../request/attempt';
import { unknownBefore, type Sending, type SendRecord } from './record';
import { fromPool, type SenderPool } from './sender';
import type { SendingAdvice } from './sending-advice';
import type { Delivered, RunContext, Step } from './step';

function durationWords(ms: number): string {
	const minutes = ms / 60_000;
	if (minutes < 1.5) return `${Math.round(ms / 1000)} seconds`;
	return minutes < 90 ? `${Math.round(minutes)} minutes` : `${(minutes / 60).toFixed(1)} hours`;
}

/** What a run would send that is only checked. */
class SendingPlan {
	private readonly rates = new Map<string, { limit?: RateLimit; requests: number }>();

	/** Requests that the run would leave for later ones. */
	private left = 0;

	/** Adds a request, and answers whether it is among the `max` that a run makes of a rate. */
	add({ key, limit }: Rate, max = Infinity): boolean {
		const { requests } = this.rates.get(key) ?? { requests: 0 };
		const isMade = requests < max;
		if (isMade) this.rates.set(key, { limit, requests: requests + 1 });
		else this.left += 1;
		return isMade;
	}

	/** How long sending takes, and what is left, if that is worth a word. */
	hint(): string | false {
		const times = [...this.rates.values()].map(({ limit, requests }) =>
			limit ? (requests - limit.atOnce) * limit.intervalMs : 0,
		);
		const ms = Math.max(0, ...times);
		if (ms < longWaitMs && this.left === 0) return false;
		const from = times.length === 1 ? 'one number' : `${times.length} numbers`;
		const later = `; ${this.left} messages would be left for a later run; nothing sends them automatically: use a schedule`;
		return `Sending would take about ${durationWords(ms)} with ${from}${this.left > 0 ? later : ''}`;
	}
}

/** What an earlier run has sent. */
const acceptedBefore: Delivered = {
	ok: true,
	status: 'checked',
	answer: { dryRun: true },
	reason: 'Dry run: an earlier run has sent the message',
	wasEarlier: true,
};

/** Shows what a dry run would request, and goes no further. */
export function dryRun(
	{ account, hints }: RunContext,
	record: SendRecord,
	pool: SenderPool,
	advice: SendingAdvice,
): Step<Sending> {
	const plan = new SendingPlan();
	hints.push(() => [plan.hint()]);
	return async (item, next) => {
		const { options } = item;
		if (!options.dryRun) return await next();
		const known = await record.planned(item.message);
		if (known === 'unknown' && options.ifUnknown !== 'sendAgain') return unknownBefore();
		if (known === 'accepted') return acceptedBefore;
		item.request = fromPool(pool, item);
		const isMade = plan.add(rateOf(item.request, account, options), options.maxPerNumber);
		if (isMade) advice.count(item.request, options);
		const { method, url } = httpRequest(item.request, account);
		const request = { method, url, body: item.request.body as IDataObject };
		return {
			ok: true,
			status: 'checked',
			answer: { dryRun: true, ...request },
			reason: 'Dry run: nothing was sent',
			details: { outcome: 'notSent', request },
		};
	};
}

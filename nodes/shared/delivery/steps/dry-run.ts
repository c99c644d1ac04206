import type { IDataObject } from 'n8n-workflow';

import type { RateLimit } from '../pace/rate-limiter';
import { longWaitMs, rateOf } from '../pace/rate-queues';
import { httpRequest } from '../request/attempt';
import { unknownBefore, type Sending, type SendRecord } from './record';
import type { SenderPool } from './sender';
import type { CountForAdvice } from './sending-advice';
import type { Delivered, RunContext, Step } from './step';

function durationWords(ms: number): string {
	const minutes = ms / 60_000;
	if (minutes < 1.5) return `${Math.round(ms / 1000)} seconds`;
	return minutes < 90 ? `${Math.round(minutes)} minutes` : `${(minutes / 60).toFixed(1)} hours`;
}

const acceptedBefore: Delivered = {
	ok: true,
	status: 'checked',
	answer: { dryRun: true },
	reason: 'Dry run: an earlier run has sent the message',
	wasEarlier: true,
};

/** Shows what a dry run would request, and goes no further. */
export function dryRun(
	{ connection: { account }, hints }: RunContext,
	record: SendRecord,
	pool: SenderPool,
	count: CountForAdvice,
): Step<Sending> {
	/** What the run would send, by the keys of the rates. */
	const plan = new Map<string, { limit?: RateLimit; requests: number }>();
	let left = 0;
	hints.push(() => {
		const times = [...plan.values()].map(({ limit, requests }) =>
			limit ? (requests - limit.atOnce) * limit.intervalMs : 0,
		);
		const ms = Math.max(0, ...times);
		if (ms < longWaitMs && left === 0) return [];
		const from = times.length === 1 ? 'one number' : `${times.length} numbers`;
		const later = `; ${left} messages would be left for a later run; nothing sends them automatically: use a schedule`;
		return [`Sending would take about ${durationWords(ms)} with ${from}${left > 0 ? later : ''}`];
	});
	return async (item, next) => {
		const { options } = item;
		if (!options.dryRun) return await next();
		const known = await record.planned(item.message);
		if (known === 'unknown' && options.ifUnknown !== 'sendAgain') return unknownBefore();
		if (known === 'accepted') return acceptedBefore;
		item.request = pool(item);
		const { key, limit } = rateOf(item.request, account, options);
		const { requests } = plan.get(key) ?? { requests: 0 };
		if (requests >= (options.maxPerNumber ?? Infinity)) left += 1;
		else {
			plan.set(key, { limit, requests: requests + 1 });
			count(item.request, options);
		}
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

import type { IDataObject } from 'n8n-workflow';

import { httpRequest } from '../request/attempt';
import type { Known } from '../ledger/claims';
import { rateOf } from '../pace/rate-queues';
import { unknownBefore } from './known';
import { fromPool, type SenderPool } from './sender';
import type { SendingAdvice } from './sending-advice';
import type { Delivered, Item, RunContext, Step } from './step';

/** What an earlier run has sent. */
const acceptedBefore: Delivered = {
	ok: true,
	status: 'checked',
	answer: { dryRun: true },
	reason: 'Dry run: an earlier run has sent the message',
	wasEarlier: true,
};

/** What a run that sends shares with those of its items that are only checked. */
interface Sends<On extends Item> {
	/** What is known of the message of an item. */
	known(item: On): Promise<Known>;
	pool: SenderPool;
	advice: SendingAdvice;
}

/** Shows what a dry run would request, and goes no further. */
export function dryRun<On extends Item>({ account, plan }: RunContext, sends?: Sends<On>): Step<On> {
	return async (item, next) => {
		const { options } = item;
		if (!options.dryRun) return await next();
		const known = (await sends?.known(item)) ?? 'new';
		if (known === 'unknown' && options.ifUnknown !== 'sendAgain') return unknownBefore();
		if (known === 'accepted') return acceptedBefore;
		if (sends) item.request = fromPool(sends.pool, item);
		const isMade = plan.add(rateOf(item.request, account, options), options.maxPerNumber);
		if (isMade) sends?.advice.count(item.request, options);
		const { method, url } = httpRequest(item.request, account);
		const checked = { method, url, body: (item.request.body ?? {}) as IDataObject };
		return {
			ok: true,
			status: 'checked',
			answer: { dryRun: true, ...checked },
			reason: 'Dry run: nothing was sent',
			details: { outcome: 'notSent', request: checked },
		};
	};
}

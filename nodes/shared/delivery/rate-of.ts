import type { IDataObject } from 'n8n-workflow';

import { serviceOperations } from '../contract';
import type { Operation, ServiceRequest } from '../operation';
import type { ServiceAccount } from '../service-account';
import type { DeliveryOptions } from './delivery-options';
import { sharedRate, SlidingWindow, TokenBucket, Unlimited, type Rate } from './rate';

/** A rate, and the key under which the requests of a run share it. */
export interface KeyedRate {
	key: string;
	rate: () => Rate;
}

const unlimited: KeyedRate = { key: '', rate: () => new Unlimited() };

function sharedByAccount(
	{ key: account }: ServiceAccount,
	what: string,
	limit: number,
	create: () => Rate,
): KeyedRate {
	const key = `${account} ${what} ${limit}`;
	return { key, rate: () => sharedRate(key, create) };
}

/**
 * The rate that a request keeps, shared by all executions of this process that use the same account: lookups a
 * minute (section 8), messages a second of each sending number (from public material). An option of 0 and fast
 * track lift it.
 */
export function rateOf(
	{ id }: Operation,
	{ body, unpaced }: ServiceRequest,
	account: ServiceAccount,
	{ lookupsPerMinute, messagesPerSecond }: DeliveryOptions,
): KeyedRate {
	const service = serviceOperations[id];
	if (id === 'lookUpNumber' && lookupsPerMinute > 0) {
		const { seconds } = serviceOperations[id].rate;
		return sharedByAccount(
			account,
			'lookups',
			lookupsPerMinute,
			() => new SlidingWindow(lookupsPerMinute, seconds),
		);
	}
	if (service.effect === 'send' && messagesPerSecond > 0 && !unpaced) {
		const sender = String((body as IDataObject).from ?? 'any sender');
		const { burst } = service.rate;
		return sharedByAccount(
			account,
			sender,
			messagesPerSecond,
			() => new TokenBucket(messagesPerSecond, burst),
		);
	}
	return unlimited;
}

import type { IDataObject } from 'n8n-workflow';

import { serviceOperations } from '../../contract/contract';
import type { NodeOperation, ServiceRequest } from '../../operation/operation';
import type { ServiceAccount } from '../../service/service-account';
import type { DeliveryOptions } from '../delivery-options';
import { SlidingWindow, TokenBucket, unlimited } from './rate-limit';
import { RateLimiter, sharedLimiter } from './rate-limiter';

/** A rate, and the key under which the requests of a run keep it. */
export interface Rate {
	key: string;
	/** The rate in words, if there is one. */
	words?: string;
	/** Its limiter, which all executions of this process share; one of the run alone when there is no limit. */
	limiter: () => RateLimiter;
}

/**
 * The rate that a request keeps, as the contract and the item's options say: of each sending number, where the service
 * allows a burst, else of the account. An option of 0 and fast track lift it.
 */
export function rateOf(
	{ rateName }: NodeOperation,
	{ service, body, bypassesRateLimit }: ServiceRequest,
	account: ServiceAccount,
	{ lookupsPerMinute, messagesPerSecond }: DeliveryOptions,
): Rate {
	const { effect, ...operation } = serviceOperations[service];
	const of = effect === 'send' ? String((body as IDataObject).from ?? 'any sender') : 'account';
	const rate = 'rate' in operation ? operation.rate : undefined;
	const perSpan = rate && 'burst' in rate ? messagesPerSecond : lookupsPerMinute;
	if (!rate || perSpan === 0 || bypassesRateLimit) {
		const limiter = new RateLimiter(unlimited);
		return { key: of, limiter: () => limiter };
	}
	const key = `${account.key} ${rateName} ${of} ${perSpan}`;
	const limit = () =>
		'burst' in rate ? new TokenBucket(perSpan, rate.burst) : new SlidingWindow(perSpan, rate.seconds);
	return { key, words: `${perSpan} ${rateName}`, limiter: () => sharedLimiter(key, limit) };
}

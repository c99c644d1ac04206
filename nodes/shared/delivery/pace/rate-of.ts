import type { IDataObject } from 'n8n-workflow';

import { serviceOperations } from '../../contract/contract';
import type { NodeOperation, ServiceRequest } from '../../operation/operation';
import type { ServiceAccount } from '../../service/service-address';
import type { DeliveryOptions } from '../delivery-options';
import { HumanPace } from './human-pace';
import { RateLimiter, sharedLimiter, SlidingWindow, TokenBucket, unlimited } from './rate-limiter';

/** A rate, and the key under which the requests of a run keep it. */
export interface Rate {
	key: string;
	/** What requests wait for, in words, if there is anything. */
	words?: string;
	/** Its limiter, which all executions of this process share; one of the run alone when there is no limit. */
	limiter: () => RateLimiter;
	/** How long that many requests take, in milliseconds. */
	durationMs(requests: number): number;
}

/** The pauses of a person between the messages of a number. */
function pausesOf(key: string, seconds: number): Rate {
	const limit = () => new HumanPace(seconds);
	return {
		key,
		words: `pauses of about ${seconds} s between the messages of a number`,
		limiter: () => sharedLimiter(key, limit),
		durationMs: (messages) => (messages - 1) * limit().intervalMs,
	};
}

/** A rate without a limit: requests of it wait for their place alone. */
export function noRate(key: string): Rate {
	const limiter = new RateLimiter(unlimited);
	return { key, limiter: () => limiter, durationMs: () => 0 };
}

/**
 * The rate that a request keeps, as the contract and the item's options say: of each sending number, where the service
 * allows a burst, else of the account. An option of 0 and fast track lift it; the pauses of a person stay.
 */
export function rateOf(
	{ rateName }: NodeOperation,
	{ service, body, bypassesRateLimit }: ServiceRequest,
	account: ServiceAccount,
	{ lookupsPerMinute, messagesPerSecond, secondsBetween }: DeliveryOptions,
): Rate {
	const { effect, ...operation } = serviceOperations[service];
	const rate = 'rate' in operation ? operation.rate : undefined;
	const burst = rate && 'burst' in rate ? rate.burst : undefined;
	const of = effect === 'send' ? String((body as IDataObject).from ?? 'any sender') : 'account';
	if (effect === 'send' && secondsBetween !== undefined) {
		return pausesOf(`${account.key} pauses ${of} ${secondsBetween}`, secondsBetween);
	}
	const perSpan = burst ? messagesPerSecond : lookupsPerMinute;
	if (!rate || perSpan === 0 || bypassesRateLimit) return noRate(of);
	const key = `${account.key} ${rateName} ${of} ${perSpan}`;
	const limit = () => (burst ? new TokenBucket(perSpan, burst) : new SlidingWindow(perSpan, rate.seconds));
	return {
		key,
		words: `the service's rate of ${perSpan} ${rateName}`,
		limiter: () => sharedLimiter(key, limit),
		durationMs: (requests) => Math.max(0, requests - (burst ?? perSpan)) * limit().intervalMs,
	};
}

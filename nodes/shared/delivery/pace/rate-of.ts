import type { IDataObject } from 'n8n-workflow';

import { serviceOperations } from '../../contract/contract';
import type { NodeOperation, ServiceRequest } from '../../operation/operation';
import type { ServiceAccount } from '../../service/service-account';
import type { DeliveryOptions } from '../delivery-options';
import { sharedTraffic, Traffic, type Rate } from './rate';
import { SlidingWindow } from './sliding-window';
import { TokenBucket } from './token-bucket';

/** A rate, and the key under which the requests of a run keep it. */
export interface KeyedRate {
	key: string;
	/** The rate in words, if there is one. */
	words?: string;
	/** The rate as it stands; traffic that came to rest may have been forgotten meanwhile. */
	rate: () => Rate;
}

/** A rate that holds nothing back but what the service asks to hold; of one run alone. */
function unlimited(key = ''): KeyedRate {
	const traffic = new Traffic();
	return { key, rate: () => ({ traffic }) };
}

function lookups({ key }: ServiceAccount, perMinute: number): KeyedRate {
	const { seconds } = serviceOperations.lookUpNumber.rate;
	const window = () => new SlidingWindow(perMinute, seconds);
	const words = `${perMinute} lookups a minute`;
	return { ...shared(`${key} lookups`, String(perMinute), window), words };
}

function messages({ key }: ServiceAccount, sender: string, perSecond: number): KeyedRate {
	const { burst } = serviceOperations.sendImessage.rate;
	const bucket = () => new TokenBucket(perSecond, burst);
	const words = `${perSecond} messages a second for each sending number`;
	return { ...shared(`${key} ${sender}`, String(perSecond), bucket), words };
}

function shared(key: string, name: string, create: () => SlidingWindow | TokenBucket): KeyedRate {
	return {
		key: `${key} ${name}`,
		rate: () => {
			const traffic = sharedTraffic(key);
			return { traffic, limit: traffic.limit(name, create) };
		},
	};
}

/**
 * The rate that a request keeps, shared by all executions of this process that use the same account: lookups a
 * minute (section 8), messages a second of each sending number (from public material). An option of 0 and fast
 * track lift it.
 */
export function rateOf(
	{ id }: NodeOperation,
	{ body, unpaced }: ServiceRequest,
	account: ServiceAccount,
	{ lookupsPerMinute, messagesPerSecond }: DeliveryOptions,
): KeyedRate {
	if (id === 'lookUpNumber' && lookupsPerMinute > 0) return lookups(account, lookupsPerMinute);
	if (serviceOperations[id].effect !== 'send') return unlimited();
	const sender = String((body as IDataObject).from ?? 'any sender');
	if (messagesPerSecond === 0 || unpaced) return unlimited(sender);
	return messages(account, sender, messagesPerSecond);
}

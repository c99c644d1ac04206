import type { IDataObject } from 'n8n-workflow';

import { leaseStatusValues, phoneNumberPattern, type Schema } from '../contract/contract';
import { at } from '../input/values';
import { objects } from './answer';

/** What a leased number can send over, as the service names it. */
export type LeasedChannel = Schema<'LeasedNumberChannel'>;

/** A number that the account leases, and what it can send over, when the service says so. */
export interface ListedNumber {
	number: string;
	channels?: string[];
}

/** A lease with number and channels where one looks for them; everything else as the service calls it. */
export function leasedNumber({ number, capabilities, ...others }: IDataObject): IDataObject {
	return {
		number: at(number, ['e164']),
		formatted: at(number, ['formatted']),
		channels: at(capabilities, ['channels']),
		...others,
	} as IDataObject;
}

/** The leases in the answer that lists leased numbers (public material), without what has no phone number. */
export function leasesIn({ numbers }: IDataObject): IDataObject[] {
	return objects(numbers)
		.map(leasedNumber)
		.filter(({ number }) => typeof number === 'string' && phoneNumberPattern.test(number));
}

/** A lease that does not hold at present: the service refuses such a number for everything else. */
function hasLapsed({ lease_status: status }: IDataObject): boolean {
	return status !== 'active' && leaseStatusValues.some((known) => known === status);
}

/** What a list of numbers shows of the answer, each number once, without those of which the lease has lapsed. */
export function listedNumbers(data: IDataObject): ListedNumber[] {
	const listed = leasesIn(data)
		.filter((lease) => !hasLapsed(lease))
		.map(({ number, channels }) => ({
			number: String(number),
			...(Array.isArray(channels) && { channels: channels.filter((one) => typeof one === 'string') }),
		}));
	return [...new Map(listed.map((one) => [one.number, one])).values()];
}

import type { IDataObject } from 'n8n-workflow';

import { leaseStatusValues, phoneNumberPattern, type Schema } from '../contract/contract';
import { shownText } from './envelope';

const longestChannel = 20;

/** A way in which a leased number can send. */
export type LeasedChannel = Schema<'LeasedNumberChannel'>;

/** A number that the account leases, as far as a list of numbers shows it. */
export interface ListedNumber {
	/** E.164. */
	number: string;
	/** The number as people write it, if the service says so. */
	formatted?: string;
	/** What it can send over; undefined when the service does not say. */
	channels?: string[];
}

function inside(value: unknown, name: string): unknown {
	return (value as IDataObject | null | undefined)?.[name];
}

/** A lease that does not hold at present: the service refuses such a number for everything else. */
function hasLapsed(lease: unknown): boolean {
	const status = inside(lease, 'lease_status');
	return status !== 'active' && leaseStatusValues.some((known) => known === status);
}

function listedNumber(lease: unknown): ListedNumber[] {
	const number = inside(inside(lease, 'number'), 'e164');
	if (typeof number !== 'string' || !phoneNumberPattern.test(number)) return [];
	const formatted = shownText(inside(inside(lease, 'number'), 'formatted'));
	const channels = inside(inside(lease, 'capabilities'), 'channels');
	return [
		{
			number,
			...(formatted !== undefined && { formatted }),
			...(Array.isArray(channels) && {
				channels: channels.flatMap((channel) => shownText(channel, longestChannel) ?? []),
			}),
		},
	];
}

/**
 * The numbers in the answer that lists leased numbers (public material), without those whose lease has lapsed;
 * undefined when the answer is no such list. What is no phone number is left out.
 */
export function leasedNumbersIn({ numbers }: IDataObject): ListedNumber[] | undefined {
	if (!Array.isArray(numbers)) return undefined;
	return (numbers as unknown[]).filter((lease) => !hasLapsed(lease)).flatMap(listedNumber);
}

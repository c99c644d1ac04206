import type { IDataObject } from 'n8n-workflow';

import { leaseStatusValues, phoneNumberPattern, type Schema } from '../contract/contract';
import { shownText, unreadable, type Answer, type Success } from './answer';

const longestChannel = 20;

/** A way in which a leased number can send. */
export type LeasedChannel = Schema<'LeasedNumberChannel'>;

/** A lease in the answer that lists leased numbers (public material): a number in E.164 form, and what else came. */
export type Lease = IDataObject;

/** A number that the account leases, as far as a list of numbers shows it. */
export interface ListedNumber {
	/** E.164. */
	number: string;
	/** The number as people write it, if the service says so. */
	formatted?: string;
	/** What it can send over; undefined when the service does not say. */
	channels?: string[];
}

function inside(value: unknown, name: string): IDataObject[string] {
	return (value as IDataObject | null | undefined)?.[name];
}

function numberOf(lease: unknown): IDataObject[string] {
	return inside(inside(lease, 'number'), 'e164');
}

function isNumbered(lease: Lease): boolean {
	const number = numberOf(lease);
	return typeof number === 'string' && phoneNumberPattern.test(number);
}

/**
 * The answer that lists leased numbers (public material), without what has no phone number; a failure when it is no such
 * list.
 */
export function checkLeases({ envelope }: Success): Answer {
	const { numbers } = envelope.data;
	if (!Array.isArray(numbers)) return unreadable(200, 'no list of numbers');
	const leases = (numbers as Lease[]).filter(isNumbered);
	return { ok: true, envelope: { ...envelope, data: { ...envelope.data, numbers: leases } } };
}

/** A lease with number and channels where one looks for them; everything else as the service calls it. */
export function leasedNumber({ number, capabilities, ...others }: Lease): IDataObject {
	return {
		number: inside(number, 'e164'),
		formatted: inside(number, 'formatted'),
		channels: inside(capabilities, 'channels'),
		...others,
	};
}

/** A lease that does not hold at present: the service refuses such a number for everything else. */
function hasLapsed({ lease_status: status }: Lease): boolean {
	return status !== 'active' && leaseStatusValues.some((known) => known === status);
}

function listedNumber(lease: Lease): ListedNumber {
	const formatted = shownText(inside(lease.number, 'formatted'));
	const channels = inside(lease.capabilities, 'channels');
	return {
		number: numberOf(lease) as string,
		...(formatted !== undefined && { formatted }),
		...(Array.isArray(channels) && {
			channels: channels.flatMap((channel) => shownText(channel, longestChannel) ?? []),
		}),
	};
}

/** What a list of numbers shows of leases, without those that have lapsed. */
export function listedNumbers(leases: Lease[]): ListedNumber[] {
	return leases.filter((lease) => !hasLapsed(lease)).map(listedNumber);
}

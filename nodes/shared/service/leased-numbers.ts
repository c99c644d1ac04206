import type { IDataObject } from 'n8n-workflow';

import { leaseStatusValues, phoneNumberPattern, type Schema } from '../contract/contract';
import { shownText, unreadable, type Answer, type Success } from './answer';

const longestChannel = 20;

/** More channels than there are. */
const mostChannels = 8;

/** A way in which a leased number can send. */
export type LeasedChannel = Schema<'LeasedNumberChannel'>;

/** A lease in the answer that lists leased numbers (public material): a number in E.164 form, and what else came. */
export type Lease = IDataObject;

/** A number that the account leases, as far as a list of numbers shows it. */
export interface ListedNumber {
	/** E.164. */
	number: string;
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
	const channels = inside(lease.capabilities, 'channels');
	return {
		number: numberOf(lease) as string,
		...(Array.isArray(channels) && {
			channels: channels
				.slice(0, mostChannels)
				.flatMap((channel) => shownText(channel, longestChannel) ?? []),
		}),
	};
}

/** What a list of numbers shows of leases, each number once, without those that have lapsed. */
export function listedNumbers(leases: Lease[]): ListedNumber[] {
	const listed = leases.filter((lease) => !hasLapsed(lease)).map(listedNumber);
	const first = new Map([...listed].reverse().map((one) => [one.number, one]));
	return listed.filter((one) => first.get(one.number) === one);
}

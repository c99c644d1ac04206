import { leaseEntitlement } from '../shared/operation/lease-entitlement';
import type { GivenFields } from '../shared/operation/operation';

/** Between whom a message goes. */
export const aboutMessage = { to: 'To', from: 'From', 'fallback.from': 'Fallback From' };

/** What else a message has of which the service may refuse a value. */
export const messageContents = { message: 'Message', attachments: 'Attachments' };

/** What the account needs for the numbers that a message of a channel names (sections 4.3 to 4.5). */
export function sendersPermission(given: GivenFields, channel: string): string {
	const fallbackFrom = given['fallback.from'];
	const needs = [
		given.from
			? `${given.from} must be a number that the account leases for ${channel}.`
			: `The account has to lease a number for ${channel}.`,
		fallbackFrom && `${fallbackFrom} must be a number that it leases for SMS or RCS.`,
		leaseEntitlement,
	];
	return needs.filter(Boolean).join(' ');
}

/** The unit of the send rate (public material). */
export const sendRateName = 'messages a second for each sending number';

/** What may use up the send rate of a number; fast track has none. */
export function busySenders({ from = 'your numbers', fast_track: fastTrack }: GivenFields): string {
	return fastTrack
		? 'Fast track lifts the rate of a leased number only while its entitlement is granted: wait, or turn it off.'
		: `Something else sends from ${from} too: wait, or lower 'Messages per Second' in Options.`;
}

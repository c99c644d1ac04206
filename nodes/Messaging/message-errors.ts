import { leaseEntitlement } from '../shared/operation/lease-entitlement';
import type { GivenFields } from '../shared/operation/operation';

/** What the account needs for the numbers that a message of a channel names (sections 4.3 to 4.5), and for fast track. */
export function sendersPermission(channel: string) {
	return ({ from, 'fallback.from': fallbackFrom, fast_track: fastTrack }: GivenFields): string => {
		const needs = [
			from
				? `${from} must be a number that the account leases for ${channel}.`
				: `The account has to lease a number for ${channel}.`,
			fallbackFrom && `${fallbackFrom} must be a number that it leases for SMS or RCS.`,
			leaseEntitlement,
			fastTrack &&
				'Fast track needs the fast_track entitlement and its terms accepted: apply for it with the Phone Service Entitlements node.',
		];
		return needs.filter(Boolean).join(' ');
	};
}

/** What may use up the send rate of a number; fast track has none. */
export function busySenders({ from = 'your numbers', fast_track: fastTrack }: GivenFields): string {
	return fastTrack
		? 'Fast track lifts the rate of a leased number only while its entitlement is granted: wait, or turn it off.'
		: `Something else sends from ${from} too: wait, or lower 'Messages per Second' in Options.`;
}

/** The unit of the send rate (public material). */
export const sendRateName = 'messages a second for each sending number';

import type { GivenFields, NodeOperation } from '../operation/operation';

/** Why the service may not permit a message of a channel (sections 4.3 to 4.5), by what the run was given. */
function sendersPermission(channel: string) {
	return (given: GivenFields, othersAccepted: boolean): string => {
		const { from, 'fallback.from': fallbackFrom, fast_track: fastTrack } = given;
		const causes = [
			from && `the account does not lease ${from} for ${channel}`,
			!from && !othersAccepted && `the account leases no number for ${channel}`,
			fallbackFrom && `it does not lease ${fallbackFrom} for SMS or RCS`,
			fastTrack && 'it lacks the fast_track entitlement, or has not accepted its terms',
		].filter(Boolean);
		if (causes.length === 0) return 'Possible cause: the account may not write to this recipient.';
		const entitlements = fastTrack ? 'lease, fast_track' : 'lease';
		return `Possible causes: ${causes.join('; ')}; it may not write to this recipient. Apply for entitlements (${entitlements}) with the Phone Service Entitlements node.`;
	};
}

/** What all operations that send a message over a channel have alike; their output says to whom, and from which number (section 2.5). */
export function sentMessage(channel: string) {
	return {
		ifForbidden: sendersPermission(channel),
		ifTooManyRequests: ({ from = 'your numbers', fast_track: fastTrack }) =>
			fastTrack
				? 'Fast track lifts the rate of a leased number only while its entitlement is granted: wait, or turn it off.'
				: `Something else sends from ${from} too: wait, or lower 'Messages per Second' in Options → Pace.`,
		repeats: { to: 'to', from: 'from' },
	} satisfies Partial<NodeOperation>;
}

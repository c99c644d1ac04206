/** What an account needs to lease numbers, as errors say it. */
export const leaseEntitlement =
	'Leasing needs the lease entitlement: apply for it with the Phone Service Entitlements node.';

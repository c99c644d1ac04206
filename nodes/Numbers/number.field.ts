import type { INodeProperties } from 'n8n-workflow';

export const leasedNumberField: INodeProperties = {
	displayName: 'Number',
	name: 'number',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +15550100123',
	description: 'Leased number in E.164 form: plus sign, country code, digits',
};

/** What the user can do about a 403 of an operation on a leased number. */
export const leasePermission =
	'The number must be one that the account leases. Leasing needs the lease entitlement: apply for it with the Phone Service Entitlements node.';

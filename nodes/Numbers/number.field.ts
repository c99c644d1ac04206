import type { INodeProperties } from 'n8n-workflow';

import type { GivenFields } from '../shared/operation/operation';

export const leasedNumberField: INodeProperties = {
	displayName: 'Number',
	name: 'number',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +15550100123',
	description: 'Leased number in E.164 form: plus sign, country code, digits',
};

/** The number that an operation is about. */
export const aboutNumber = { number: 'Number' };

/** What an operation on a leased number needs of the account. */
export function leasePermission({ number = 'The number' }: GivenFields): string {
	return `${number} must be one that the account leases. Leasing needs the lease entitlement: apply for it with the Phone Service Entitlements node.`;
}

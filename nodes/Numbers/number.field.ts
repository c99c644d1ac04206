import type { INodeProperties } from 'n8n-workflow';

import { leasedNumberField, leaseEntitlement } from '../shared/node/leased-numbers';

export const numberField: INodeProperties = leasedNumberField({
	displayName: 'Your Number',
	name: 'number',
	required: true,
	description: 'Leased number: chosen from the list, or typed with plus sign, country code and digits',
});

/** What an operation on a leased number needs of the account. */
export const leasePermission = `Possible cause: the account does not lease {number}. ${leaseEntitlement}`;

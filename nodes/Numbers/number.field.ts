import type { INodeProperties, INodeType } from 'n8n-workflow';

import { leasedNumberField } from '../shared/node/leased-number.field';
import { leasedNumbersList } from '../shared/node/leased-numbers.list';
import { leaseEntitlement } from '../shared/operation/lease-entitlement';

/** The methods of the node that load the lists of its fields. */
export const listSearch = {
	leasedNumbers: leasedNumbersList(() => ({ channels: [] })),
} satisfies NonNullable<INodeType['methods']>['listSearch'];

/** The method that loads the list of all leased numbers. */
export const listMethod: keyof typeof listSearch = 'leasedNumbers';

export const numberField: INodeProperties = leasedNumberField({
	displayName: 'Your Number',
	name: 'number',
	required: true,
	description: 'Leased number: chosen from the list, or typed with plus sign, country code and digits',
	listMethod,
});

/** What an operation on a leased number needs of the account. */
export const leasePermission = `Possible cause: the account does not lease {number}. ${leaseEntitlement}`;

import type { INodeProperties, INodeType } from 'n8n-workflow';

import { leasedNumberField } from '../shared/node/leased-number.field';
import { leasedNumbersList } from '../shared/node/leased-numbers.list';
import { leaseEntitlement } from '../shared/operation/lease-entitlement';
import type { ItemParameters } from '../shared/operation/item-parameters';
import type { GivenFields } from '../shared/operation/operation';
import { phoneNumber } from '../shared/input/phone-number';

/** The methods of the node that load the lists of its fields. */
export const listSearch = {
	leasedNumbers: leasedNumbersList(() => ({ channels: [] })),
} satisfies NonNullable<INodeType['methods']>['listSearch'];

/** The method that loads the list of all leased numbers. */
export const listMethod: keyof typeof listSearch = 'leasedNumbers';

export const numberField: INodeProperties = leasedNumberField({
	displayName: 'Number',
	name: 'number',
	required: true,
	description: 'Leased number: chosen from the list, or typed with plus sign, country code and digits',
	listMethod,
});

/** The number that an item is about (sections 4.1 and 4.2). InvalidInput when it is none. */
export function leasedNumberOf(parameters: ItemParameters): string {
	return phoneNumber('Number', parameters.text('number', 'Number'));
}

/** The number that an operation is about. */
export const aboutNumber = { number: 'Number' };

/** What an operation on a leased number needs of the account. */
export function leasePermission({ number = 'The number' }: GivenFields): string {
	return `${number} must be one that the account leases. ${leaseEntitlement}`;
}

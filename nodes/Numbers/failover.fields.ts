import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Schema } from '../shared/contract/contract';
import { InvalidInput } from '../shared/input/invalid-input';
import { leasedNumbersField } from '../shared/node/leased-number.field';
import { sinceVersion } from '../shared/operation/versions';
import { listMethod } from './number.field';

/** What can become of the failover of a number. */
export const failoverChoices = ['all', 'leave', 'off', 'selected'] as const;

const failoverOptions: Array<INodePropertyOptions & { value: (typeof failoverChoices)[number] }> = [
	{ name: 'All Numbers', value: 'all', description: 'Any number may fail over to this number' },
	{ name: 'Leave As It Is', value: 'leave', description: 'Change nothing, and read what is set' },
	{ name: 'Off', value: 'off', description: 'No number may fail over to this number' },
	{
		name: 'Selected Numbers',
		value: 'selected',
		description: 'Only the listed numbers may; meant for multi-tenant setups',
	},
];

export const failoverField: INodeProperties = {
	displayName: 'Failover',
	name: 'failover',
	type: 'options',
	options: failoverOptions,
	default: 'leave',
	displayOptions: { show: sinceVersion(2) },
	description: 'Which numbers may fail over to this number',
};

export const selectedNumbersField: INodeProperties = leasedNumbersField({
	displayName: 'Selected Numbers',
	name: 'selectedNumbers',
	displayOptions: { show: { ...sinceVersion(2), failover: ['selected'] } },
	description: 'Leased numbers that may fail over to this number',
	listMethod,
});

/**
 * The failover for listed numbers (section 2.4). InvalidInput when there are none, with the label of the field that
 * lists them and the choice that needs none.
 */
export function selectedFailover(
	enabled: boolean,
	numbers: string[],
	field: string,
	otherwise: string,
): Schema<'Failover'> {
	if (numbers.length > 0) return { enabled, mode: 'selective', numbers };
	throw new InvalidInput(
		`${field} is empty`,
		`Add the leased numbers that may fail over to this one, or choose ${otherwise}.`,
	);
}

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { leasedNumbersField } from '../shared/node/leased-number.field';
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
	description: 'Which numbers may fail over to this number',
};

export const selectedNumbersField: INodeProperties = leasedNumbersField({
	displayName: 'Selected Numbers',
	name: 'selectedNumbers',
	displayOptions: { show: { failover: ['selected'] } },
	description: 'Leased numbers that may fail over to this number',
	listMethod,
});

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Schema } from '../shared/contract/contract';
import { leasedNumbersField } from '../shared/node/leased-numbers';
import { InvalidInput, quote } from '../shared/input/invalid-input';
import { at } from '../shared/input/values';
import type { NodeOperation } from '../shared/operation/operation';
import { requestOf } from '../shared/operation/request';
import { leasePermission, numberField } from './number.field';

/** What a choice sends beside the numbers; without a mode, mode and list stay as they are. */
function failover(enabled: boolean, mode?: Schema<'FailoverMode'>): INodeProperties['routing'] {
	return { request: { body: { failover: { enabled, ...(mode && { mode }) } } } };
}

const choices: INodePropertyOptions[] = [
	{
		name: 'All Numbers',
		value: 'all',
		description: 'Any number may fail over to this number',
		routing: failover(true, 'all'),
	},
	{
		name: 'Off',
		value: 'off',
		description: 'No number may fail over to this number; its mode and list stay',
		routing: failover(false),
	},
	{
		name: 'Selected Numbers',
		value: 'selected',
		description: 'Only the listed numbers may; meant for multi-tenant setups',
		routing: failover(true, 'selective'),
	},
];

const failoverField: INodeProperties = {
	displayName: 'Failover',
	name: 'failover',
	type: 'options',
	required: true,
	options: choices,
	default: '',
	description: 'Which numbers may fail over to this number',
};

const selectedNumbersField: INodeProperties = leasedNumbersField({
	displayName: 'Selected Numbers',
	name: 'selectedNumbers',
	displayOptions: { show: { failover: ['selected'] } },
	description: 'Leased numbers that may fail over to this number',
	routing: { send: { type: 'body', property: 'failover.numbers' } },
});

/** Configure a number as a failover target (sections 2.4 and 4.2). */
export const configureNumber: NodeOperation = {
	id: 'configureNumber',
	service: 'configureNumber',
	name: 'Set Failover',
	action: 'Set failover of leased number',
	description: 'Say which numbers may fail over to a leased number: none, all or selected ones',
	fields: [numberField, failoverField, selectedNumbersField],
	request(parameters) {
		const request = requestOf(configureNumber, parameters);
		const number = request.pathValues?.number;
		const covering = at(request.body, ['failover', 'numbers']);
		if (!Array.isArray(covering) || !covering.includes(number)) return request;
		throw new InvalidInput(
			`Selected Numbers has Your Number itself: ${quote(number)}`,
			'Leave it out: a number cannot fail over to itself.',
		);
	},
	ifForbidden: leasePermission,
};

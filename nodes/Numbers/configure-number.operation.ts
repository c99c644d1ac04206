import type { INodeProperties } from 'n8n-workflow';

import { failoverModeValues, type Schema } from '../shared/contract/contract';
import { requestOptionsField } from '../shared/delivery/delivery-options';
import type { ItemParameters } from '../shared/operation/item-parameters';
import type { NodeOperation } from '../shared/operation/operation';
import { servicePath } from '../shared/service/service-path';
import { oneOf } from '../shared/input/choice';
import { InvalidInput } from '../shared/input/invalid-input';
import { phoneNumber, phoneNumbers } from '../shared/input/phone-number';
import { aboutNumber, leasedNumberField, leasePermission } from './number.field';

const setFailoverField: INodeProperties = {
	displayName: 'Set Failover',
	name: 'setFailover',
	type: 'boolean',
	default: true,
	description:
		'Whether to change the failover of the number. Off leaves failover as it is and sends the empty object.',
};

const failoverEnabledField: INodeProperties = {
	displayName: 'Failover Enabled',
	name: 'failoverEnabled',
	type: 'boolean',
	default: true,
	displayOptions: { show: { setFailover: [true] } },
	description: 'Whether other numbers may fail over to this number',
};

const failoverModeField: INodeProperties = {
	displayName: 'Failover Mode',
	name: 'failoverMode',
	type: 'options',
	options: [
		{ name: 'All', value: 'all', description: 'Any number may fail over to this number' },
		{
			name: 'Selective',
			value: 'selective',
			description: 'Only listed numbers may; meant for set-ups with several tenants',
		},
	] satisfies Array<{ name: string; value: Schema<'FailoverMode'>; description: string }>,
	default: 'all',
	displayOptions: { show: { setFailover: [true] } },
	description: 'Which numbers may fail over to this number',
};

const failoverNumbersField: INodeProperties = {
	displayName: 'Failover Numbers',
	name: 'failoverNumbers',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Number' },
	required: true,
	default: [],
	placeholder: 'e.g. +15550100124',
	displayOptions: { show: { setFailover: [true], failoverMode: ['selective'] } },
	description:
		'Leased numbers that may fail over to this number. An expression may also give an array or numbers separated by commas.',
};

function failoverOf(parameters: ItemParameters): Schema<'Failover'> {
	const enabled = parameters.flag('failoverEnabled', 'Failover Enabled');
	const mode = oneOf('Failover Mode', parameters.text('failoverMode', 'Failover Mode'), failoverModeValues);
	if (mode === 'all') return { enabled, mode };
	const numbers = phoneNumbers('Failover Numbers', parameters.list('failoverNumbers', 'Failover Numbers'));
	if (numbers.length === 0) {
		throw new InvalidInput(
			'Selective failover lists no number',
			'Add the leased numbers that may fail over to this one, or choose the mode All.',
		);
	}
	return { enabled, mode, numbers };
}

/** Configure a number as a failover target (sections 2.4 and 4.2). */
export const configureNumber: NodeOperation = {
	id: 'configureNumber',
	name: 'Configure',
	action: 'Configure a number',
	description: 'Make a leased number a failover target, for all numbers or for selected ones',
	fields: [
		leasedNumberField,
		setFailoverField,
		failoverEnabledField,
		failoverModeField,
		failoverNumbersField,
		requestOptionsField,
	],
	about: aboutNumber,
	contents: {
		'failover.enabled': 'Failover Enabled',
		'failover.mode': 'Failover Mode',
		'failover.numbers': 'Failover Numbers',
	},
	permission: leasePermission,
	request(parameters) {
		const number = phoneNumber('Number', parameters.text('number', 'Number'));
		const body: Schema<'ConfigureNumberRequest'> = parameters.flag('setFailover', 'Set Failover')
			? { failover: failoverOf(parameters) }
			: {};
		return { path: servicePath('configureNumber', { number }), body };
	},
};

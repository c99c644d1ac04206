/** The fields of failover in nodes of version 1, and what they stand for. */
import type { INodeProperties } from 'n8n-workflow';

import { failoverModeValues, type Schema } from '../shared/contract/contract';
import { oneOf } from '../shared/input/choice';
import { untilVersion } from '../shared/operation/versions';
import type { ItemParameters } from '../shared/operation/item-parameters';
import { selectedFailover } from './failover.fields';

const setFailoverField: INodeProperties = {
	displayName: 'Set Failover',
	name: 'setFailover',
	type: 'boolean',
	default: true,
	displayOptions: { show: untilVersion(1) },
	description:
		'Whether to change the failover of the number. Off leaves failover as it is and sends the empty object.',
};

const failoverEnabledField: INodeProperties = {
	displayName: 'Failover Enabled',
	name: 'failoverEnabled',
	type: 'boolean',
	default: true,
	displayOptions: { show: { ...untilVersion(1), setFailover: [true] } },
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
			description: 'Only listed numbers may; meant for multi-tenant setups',
		},
	] satisfies Array<{ name: string; value: Schema<'FailoverMode'>; description: string }>,
	default: 'all',
	displayOptions: { show: { ...untilVersion(1), setFailover: [true] } },
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
	displayOptions: { show: { ...untilVersion(1), setFailover: [true], failoverMode: ['selective'] } },
	description:
		'Leased numbers that may fail over to this number. An expression may also give an array or numbers separated by commas.',
};

export const earlierFailoverFields = [
	setFailoverField,
	failoverEnabledField,
	failoverModeField,
	failoverNumbersField,
];

/** What these fields make of the failover; undefined leaves it as it is. */
export function earlierFailoverOf(parameters: ItemParameters): Schema<'Failover'> | undefined {
	if (!parameters.flag('setFailover', 'Set Failover')) return undefined;
	const enabled = parameters.flag('failoverEnabled', 'Failover Enabled');
	const mode = oneOf('Failover Mode', parameters.text('failoverMode', 'Failover Mode'), failoverModeValues);
	if (mode === 'all') return { enabled, mode };
	const field = 'Failover Numbers';
	return selectedFailover(
		enabled,
		parameters.numbers('failoverNumbers', field),
		field,
		'All in Failover Mode',
	);
}

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { optionsField } from '../shared/operation/options';
import { InvalidInput, quote } from '../shared/input/invalid-input';
import { at } from '../shared/input/values';
import { toField } from '../shared/panel/message.fields';
import {
	leasedNumber,
	leasedNumberField,
	leasedNumbersField,
	leaseEntitlement,
	leasesIn,
} from '../shared/panel/leased-numbers';
import { limitFields, takeUpToLimit } from '../shared/panel/panel';
import type { NodeOperation } from '../shared/operation/operation';
import { requestOf } from '../shared/operation/request';
import type { ServiceRequest } from '../shared/service/service-request';
import { isoTime } from '../shared/service/times';

const numberField: INodeProperties = leasedNumberField({
	displayName: 'Your Number',
	name: 'number',
	required: true,
	description: 'Leased number: chosen from the list, or typed with plus sign, country code and digits',
});

const leasePermission = `Possible cause: the account does not lease {number}. ${leaseEntitlement}`;

/** The request. InvalidInput where the numbers at a path of its body have the number itself that it is about. */
function toOthers(request: ServiceRequest, path: string[], fault: string): ServiceRequest {
	const number = request.path?.number;
	if (![at(request.body, path)].flat().includes(number)) return request;
	throw new InvalidInput(`${fault} Your Number itself: ${quote(number)}`, 'Give another number.');
}

/** Disable call forwarding on a leased number (section 4.1). */
const disableCallForwarding: NodeOperation = {
	id: 'disableCallForwarding',
	service: 'disableCallForwarding',
	name: 'Disable Call Forwarding',
	action: 'Disable call forwarding of leased number',
	description: 'Stop forwarding the calls of a leased number; applied at once or queued',
	fields: [
		numberField,
		optionsField([
			{
				...toField,
				displayName: 'Forward To',
				name: 'forwardTo',
				required: false,
				description:
					'Optional number for the service. What it does when forwarding is disabled is not documented.',
			},
		]),
	],
	ifForbidden: leasePermission,
};

/** Forward the calls of a leased number (from public material; not in the interface document). */
const enableCallForwarding: NodeOperation = {
	id: 'enableCallForwarding',
	service: 'enableCallForwarding',
	name: 'Enable Call Forwarding',
	action: 'Enable call forwarding of leased number',
	description: 'Forward the calls of a leased number to another number',
	fields: [
		numberField,
		{
			...toField,
			displayName: 'Forward To',
			name: 'forwardTo',
			description: 'Number that calls are forwarded to',
		},
	],
	request: (parameters) => toOthers(requestOf(enableCallForwarding, parameters), ['to'], 'Forward To is'),
	ifForbidden: leasePermission,
};

/** Read the call forwarding of a leased number (section 4.1; its path comes from public material). */
export const getCallForwarding: NodeOperation = {
	id: 'getCallForwarding',
	service: 'getCallForwarding',
	name: 'Get Call Forwarding',
	action: 'Get call forwarding of leased number',
	description: 'Read whether a leased number forwards its calls, and whether a change is still queued',
	fields: [numberField],
	ifForbidden: leasePermission,
};

/** Read one phone number (from public material; not in the interface document). */
const getNumber: NodeOperation = {
	id: 'getNumber',
	service: 'getNumber',
	name: 'Get',
	action: 'Get number',
	description: 'Read what a number can send over, its health, price and lease',
	fields: [numberField],
	ifForbidden: 'The account may not read {number}.',
	output: ({ created_at: createdAt, ...data }) => ({
		...leasedNumber(data),
		created_at: isoTime(createdAt),
	}),
};

/** List the leased numbers of the account, an item each (from public material; not in the interface document). */
const listLeasedNumbers: NodeOperation = {
	id: 'listLeasedNumbers',
	service: 'listLeasedNumbers',
	name: 'Get Many',
	action: 'Get many leased numbers',
	description: 'List the numbers that the account leases, one item each',
	fields: limitFields,
	ifForbidden: `The account may not list its leased numbers. ${leaseEntitlement}`,
	output: (data, parameters) => takeUpToLimit(leasesIn(data), parameters),
};

/** Each with what it sends beside the numbers; without a mode, mode and list stay as they are. */
const choices: INodePropertyOptions[] = [
	{
		name: 'All Numbers',
		value: 'all',
		description: 'Any number may fail over to this number',
		routing: { request: { body: { failover: { enabled: true, mode: 'all' } } } },
	},
	{
		name: 'Off',
		value: 'off',
		description: 'No number may fail over to this number; its mode and list stay',
		routing: { request: { body: { failover: { enabled: false } } } },
	},
	{
		name: 'Selected Numbers',
		value: 'selected',
		description: 'Only the listed numbers may; meant for multi-tenant setups',
		routing: { request: { body: { failover: { enabled: true, mode: 'selective' } } } },
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
const configureNumber: NodeOperation = {
	id: 'configureNumber',
	service: 'configureNumber',
	name: 'Set Failover',
	action: 'Set failover of leased number',
	description: 'Say which numbers may fail over to a leased number: none, all or selected ones',
	fields: [numberField, failoverField, selectedNumbersField],
	request: (parameters) =>
		toOthers(requestOf(configureNumber, parameters), ['failover', 'numbers'], 'Selected Numbers has'),
	ifForbidden: leasePermission,
};

export const operations = [
	disableCallForwarding,
	enableCallForwarding,
	getCallForwarding,
	getNumber,
	listLeasedNumbers,
	configureNumber,
];

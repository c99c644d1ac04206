import type { INodeProperties } from 'n8n-workflow';

import type { Schema } from '../shared/contract/contract';
import { optionsCollection, requestOptions } from '../shared/delivery/delivery-options';
import { sinceVersion, untilVersion } from '../shared/operation/versions';
import type { ItemParameters } from '../shared/operation/item-parameters';
import type { NodeOperation } from '../shared/operation/operation';
import { servicePath } from '../shared/service/service-path';
import { phoneNumber } from '../shared/input/phone-number';
import { textValue } from '../shared/input/text';
import { aboutNumber, leasedNumberOf, leasePermission, numberField } from './number.field';

const optionsField = optionsCollection([
	{
		displayName: 'Forward To',
		name: 'forwardTo',
		type: 'string',
		default: '',
		placeholder: 'e.g. +15551234567',
		displayOptions: { show: sinceVersion(2) },
		description:
			'Optional number for the service. What it does when forwarding is disabled is not documented.',
	},
	...requestOptions,
]);

/** Where nodes of version 1 have what is an option since. */
const earlierToField: INodeProperties = {
	displayName: 'Forward To',
	name: 'disableTo',
	type: 'string',
	default: '',
	placeholder: 'e.g. +15551234567',
	displayOptions: { show: untilVersion(1) },
	description: 'Optional number for the service. What it does when forwarding is disabled is not documented.',
};

function targetOf(parameters: ItemParameters): string {
	const { forwardTo } = parameters.options();
	return textValue('The option Forward To', forwardTo) || parameters.text('disableTo', 'Forward To');
}

/** Disable call forwarding on a leased number (section 4.1). */
export const disableCallForwarding: NodeOperation = {
	id: 'disableCallForwarding',
	name: 'Disable Call Forwarding',
	action: 'Disable call forwarding of a leased number',
	description: 'Stop forwarding the calls of a leased number; applied at once or queued',
	fields: [numberField, earlierToField, optionsField],
	about: { ...aboutNumber, to: 'Forward To' },
	permission: leasePermission,
	request(parameters) {
		const number = leasedNumberOf(parameters);
		const to = targetOf(parameters);
		const body: Schema<'DisableCallForwardingRequest'> = to ? { to: phoneNumber('Forward To', to) } : {};
		return { path: servicePath('disableCallForwarding', { number }), body };
	},
};

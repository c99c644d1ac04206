import type { Schema } from '../shared/contract/contract';
import { optionsCollection, requestOptions } from '../shared/delivery/delivery-options';
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
		description:
			'Optional number for the service. What it does when forwarding is disabled is not documented.',
	},
	...requestOptions,
]);

function targetOf(parameters: ItemParameters): string {
	const { forwardTo } = parameters.options();
	return textValue('The option Forward To', forwardTo);
}

/** Disable call forwarding on a leased number (section 4.1). */
export const disableCallForwarding: NodeOperation = {
	id: 'disableCallForwarding',
	name: 'Disable Call Forwarding',
	action: 'Disable call forwarding of a leased number',
	description: 'Stop forwarding the calls of a leased number; applied at once or queued',
	fields: [numberField, optionsField],
	about: { ...aboutNumber, to: 'Forward To' },
	permission: leasePermission,
	request(parameters) {
		const number = leasedNumberOf(parameters);
		const to = targetOf(parameters);
		const body: Schema<'DisableCallForwardingRequest'> = to ? { to: phoneNumber('Forward To', to) } : {};
		return { path: servicePath('disableCallForwarding', { number }), body };
	},
};

import type { INodeProperties } from 'n8n-workflow';

import type { Schema } from '../shared/contract/contract';
import { requestOptionsField } from '../shared/delivery/delivery-options';
import type { NodeOperation } from '../shared/operation/operation';
import { servicePath } from '../shared/service/service-path';
import { phoneNumber } from '../shared/input/phone-number';
import { aboutNumber, leasedNumberField, leasePermission } from './number.field';

const toField: INodeProperties = {
	displayName: 'Forward To',
	name: 'disableTo',
	type: 'string',
	default: '',
	placeholder: 'e.g. +15551234567',
	description:
		'Number that calls are forwarded to. Optional; the interface document does not show what it does when disabling.',
};

/** Disable call forwarding on a leased number (section 4.1). */
export const disableCallForwarding: NodeOperation = {
	id: 'disableCallForwarding',
	name: 'Disable Call Forwarding',
	action: 'Disable call forwarding of a leased number',
	description: 'Stop forwarding the calls of a leased number; applied at once or queued',
	fields: [leasedNumberField, toField, requestOptionsField],
	about: { ...aboutNumber, to: 'Forward To' },
	permission: leasePermission,
	request(parameters) {
		const number = phoneNumber('Number', parameters.text('number', 'Number'));
		const to = parameters.text('disableTo', 'Forward To');
		const body: Schema<'DisableCallForwardingRequest'> = to ? { to: phoneNumber('Forward To', to) } : {};
		return { path: servicePath('disableCallForwarding', { number }), body };
	},
};

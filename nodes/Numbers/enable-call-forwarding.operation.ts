import type { INodeProperties } from 'n8n-workflow';

import type { Schema } from '../shared/contract/contract';
import { requestOptionsField } from '../shared/delivery/delivery-options';
import type { NodeOperation } from '../shared/operation/operation';
import { servicePath } from '../shared/service/service-path';
import { phoneNumber } from '../shared/input/phone-number';
import { aboutNumber, leasedNumberOf, leasePermission, numberField } from './number.field';

const toField: INodeProperties = {
	displayName: 'Forward To',
	name: 'enableTo',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +15551234567',
	description: 'Number that calls are forwarded to',
};

/** Forward the calls of a leased number (from public material; not in the interface document). */
export const enableCallForwarding: NodeOperation = {
	id: 'enableCallForwarding',
	name: 'Enable Call Forwarding',
	action: 'Enable call forwarding of a leased number',
	description:
		'Forward the calls of a leased number to another number (may not be offered by every provider)',
	fields: [numberField, toField, requestOptionsField],
	about: { ...aboutNumber, to: 'Forward To' },
	permission: leasePermission,
	request(parameters) {
		const number = leasedNumberOf(parameters);
		const body: Schema<'EnableCallForwardingRequest'> = {
			to: phoneNumber('Forward To', parameters.text('enableTo', 'Forward To')),
		};
		return { path: servicePath('enableCallForwarding', { number }), body };
	},
};

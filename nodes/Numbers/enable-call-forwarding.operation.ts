import type { INodeProperties } from 'n8n-workflow';

import { requestOptionsFields } from '../shared/delivery/options/options';
import type { NodeOperation } from '../shared/operation/operation';
import { leasePermission, numberField } from './number.field';

const toField: INodeProperties = {
	displayName: 'Forward To',
	name: 'enableTo',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +15551234567',
	description: 'Number that calls are forwarded to',
	routing: { send: { type: 'body', property: 'to' } },
};

/** Forward the calls of a leased number (from public material; not in the interface document). */
export const enableCallForwarding: NodeOperation = {
	id: 'enableCallForwarding',
	service: 'enableCallForwarding',
	name: 'Enable Call Forwarding',
	action: 'Enable call forwarding of leased number',
	description:
		'Forward the calls of a leased number to another number (may not be offered by every provider)',
	fields: [numberField, toField, ...requestOptionsFields()],
	ifForbidden: leasePermission,
};

import { toField } from '../shared/message/message.fields';
import type { NodeOperation } from '../shared/operation/operation';
import { leasePermission, numberField } from './number.field';

/** Forward the calls of a leased number (from public material; not in the interface document). */
export const enableCallForwarding: NodeOperation = {
	id: 'enableCallForwarding',
	service: 'enableCallForwarding',
	name: 'Enable Call Forwarding',
	action: 'Enable call forwarding of leased number',
	description:
		'Forward the calls of a leased number to another number (may not be offered by every provider)',
	fields: [
		numberField,
		{
			...toField,
			displayName: 'Forward To',
			name: 'enableTo',
			description: 'Number that calls are forwarded to',
		},
	],
	ifForbidden: leasePermission,
};

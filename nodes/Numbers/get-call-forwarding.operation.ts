import type { NodeOperation } from '../shared/operation/operation';
import { leasePermission, numberField } from './number.field';

/** Read the call forwarding of a leased number (section 4.1; its path comes from public material). */
export const getCallForwarding: NodeOperation = {
	id: 'getCallForwarding',
	service: 'getCallForwarding',
	name: 'Get Call Forwarding',
	action: 'Get call forwarding of leased number',
	description:
		'Read whether a leased number forwards its calls, and whether a change is still queued (may not be offered by every provider)',
	fields: [numberField],
	ifForbidden: leasePermission,
};

import type { NodeOperation } from '../shared/operation/operation';
import { leasePermission, numberField } from './number.field';

/** Read the failover of a leased number: a configuration without changes answers with it (sections 2.4 and 4.2). */
export const getFailover: NodeOperation = {
	id: 'getFailover',
	service: 'configureNumber',
	name: 'Get Failover',
	action: 'Get failover of leased number',
	description:
		'Read which numbers may fail over to a leased number, by a configuration without changes (the interface does not promise that it changes nothing)',
	fields: [numberField],
	ifForbidden: leasePermission,
};

import { takeUpToLimit, limitField, returnAllField } from '../shared/node/limit.fields';
import { leaseEntitlement } from '../shared/node/leased-numbers';
import type { NodeOperation } from '../shared/operation/operation';
import { leasedNumber, leasesIn } from '../shared/service/leased-numbers';

/** List the leased numbers of the account, an item each (from public material; not in the interface document). */
export const listLeasedNumbers: NodeOperation = {
	id: 'listLeasedNumbers',
	service: 'listLeasedNumbers',
	name: 'Get Many',
	action: 'Get many leased numbers',
	description:
		'List the numbers that the account leases, one item each (may not be offered by every provider)',
	fields: [returnAllField, limitField],
	ifForbidden: `The account may not list its leased numbers. ${leaseEntitlement}`,
	output: (data, parameters) => takeUpToLimit(leasesIn(data), parameters).map(leasedNumber),
};

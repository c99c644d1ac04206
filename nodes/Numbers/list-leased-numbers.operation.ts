import type { INodeProperties } from 'n8n-workflow';

import { requestOptionsField } from '../shared/delivery/delivery-options';
import { leaseEntitlement } from '../shared/operation/lease-entitlement';
import type { NodeOperation } from '../shared/operation/operation';
import { checkLeases, leasedNumber, type Lease } from '../shared/service/leased-numbers';

const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
};

/** List the leased numbers of the account, an item each (from public material; not in the interface document). */
export const listLeasedNumbers: NodeOperation = {
	id: 'listLeasedNumbers',
	service: 'listLeasedNumbers',
	name: 'Get Many',
	action: 'Get many leased numbers',
	description:
		'List the numbers that the account leases, one item each (may not be offered by every provider)',
	fields: [returnAllField, limitField, requestOptionsField],
	permission: `The account may not list its leased numbers. ${leaseEntitlement}`,
	checkAnswer: checkLeases,
	output({ numbers }, parameters) {
		const limit = parameters.flag('returnAll', 'Return All') ? Infinity : Number(parameters.raw('limit'));
		return (numbers as Lease[]).slice(0, limit).map(leasedNumber);
	},
};

import type { INodeProperties } from 'n8n-workflow';

import { requestOptionsField } from '../shared/delivery/delivery-options';
import { numberIn } from '../shared/input/number';
import type { ItemParameters } from '../shared/operation/item-parameters';
import { leaseEntitlement } from '../shared/operation/lease-entitlement';
import type { NodeOperation } from '../shared/operation/operation';
import { leasedNumber, type Lease } from '../shared/service/leased-numbers';
import { servicePath } from '../shared/service/service-path';

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

/** How many numbers an item asks for at most. */
function limitOf(parameters: ItemParameters): number {
	if (parameters.flag('returnAll', 'Return All')) return Infinity;
	return numberIn('Limit', parameters.raw('limit'), { min: 1, isWhole: true }, 'turn on Return All');
}

/** List the leased numbers of the account, an item each (from public material; not in the interface document). */
export const listLeasedNumbers: NodeOperation = {
	id: 'listLeasedNumbers',
	name: 'Get Many',
	action: 'Get many leased numbers',
	description:
		'List the numbers that the account leases, one item each (may not be offered by every provider)',
	fields: [returnAllField, limitField, requestOptionsField],
	about: {},
	permission: () => `The account may not list its leased numbers. ${leaseEntitlement}`,
	request(parameters) {
		limitOf(parameters);
		return { path: servicePath('listLeasedNumbers') };
	},
	output: ({ numbers }, parameters) => (numbers as Lease[]).slice(0, limitOf(parameters)).map(leasedNumber),
};

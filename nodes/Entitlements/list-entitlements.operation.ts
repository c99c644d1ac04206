import type { IDataObject } from 'n8n-workflow';

import { limitField, takeUpToLimit, returnAllField } from '../shared/node/limit.fields';
import type { NodeOperation } from '../shared/operation/operation';

/** List the entitlements of the account, an item each (from public material; not in the interface document). */
export const listEntitlements: NodeOperation = {
	id: 'listEntitlements',
	service: 'listEntitlements',
	name: 'Get Many',
	action: 'Get many entitlements',
	description:
		'List the entitlements, one item each, with what the account has of them (may not be offered by every provider)',
	fields: [returnAllField, limitField],
	ifForbidden: 'The account may not list its entitlements: ask the provider.',
	output: ({ entitlements }, parameters) => takeUpToLimit(entitlements as IDataObject[], parameters),
};

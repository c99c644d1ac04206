import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { knownEntitlementNameValues } from '../shared/contract/contract';
import { limitFields, notice, takeUpToLimit } from '../shared/panel/panel';
import type { NodeOperation } from '../shared/operation/operation';
import { objects } from '../shared/service/answer';

const knownNames: Record<(typeof knownEntitlementNameValues)[number], Omit<INodePropertyOptions, 'value'>> = {
	fast_track: { name: 'Fast Track', description: 'Send iMessages without the recommended rate limiting' },
	identity: { name: 'Identity', description: 'Ask the provider what it permits' },
	lease: { name: 'Lease', description: 'Lease numbers' },
	number_intelligence: { name: 'Number Intelligence', description: 'Look up numbers' },
};

const nameField: INodeProperties = {
	displayName: 'Entitlement',
	name: 'name',
	type: 'options',
	required: true,
	options: Object.entries(knownNames).map(([value, option]) => ({ ...option, value })),
	default: '',
	description: 'Capability of the account. Use an expression for any other name.',
};

/** Apply for an entitlement (sections 2.8 and 4.7). */
const applyForEntitlement: NodeOperation = {
	id: 'applyForEntitlement',
	service: 'applyForEntitlement',
	name: 'Apply',
	action: 'Apply for entitlement',
	description: 'Apply for a named capability of the account; each application is assessed case by case',
	fields: [nameField, notice('applyNotice', 'Each execution files an application with your provider.')],
	ifForbidden:
		'The application for {name} was refused. An entitlement that the console shows as eligible can still be denied, and some need a legal agreement first: ask the provider.',
};

/** Get an entitlement (from public material; not in the interface document). */
const getEntitlement: NodeOperation = {
	id: 'getEntitlement',
	service: 'getEntitlement',
	name: 'Get',
	action: 'Get entitlement',
	description: 'Get whether the account has an entitlement or can apply for it',
	fields: [nameField],
	ifForbidden: 'The account may not read the entitlement {name}: ask the provider.',
};

/** List the entitlements of the account, an item each (from public material; not in the interface document). */
const listEntitlements: NodeOperation = {
	id: 'listEntitlements',
	service: 'listEntitlements',
	name: 'Get Many',
	action: 'Get many entitlements',
	description: 'List the entitlements, one item each, with what the account has of them',
	fields: limitFields,
	ifForbidden: 'The account may not list its entitlements: ask the provider.',
	output: ({ entitlements }, parameters) => takeUpToLimit(objects(entitlements), parameters),
};

export const operations = [applyForEntitlement, getEntitlement, listEntitlements];

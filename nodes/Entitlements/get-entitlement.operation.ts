import type { NodeOperation } from '../shared/operation/operation';
import { nameField } from './name.field';

/** Get an entitlement (from public material; not in the interface document). */
export const getEntitlement: NodeOperation = {
	id: 'getEntitlement',
	service: 'getEntitlement',
	name: 'Get',
	action: 'Get entitlement',
	description:
		'Get whether the account has an entitlement or can apply for it (may not be offered by every provider)',
	fields: [nameField],
	ifForbidden: 'The account may not read the entitlement {name}: ask the provider.',
};

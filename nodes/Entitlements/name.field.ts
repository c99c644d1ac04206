import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { knownEntitlementNameValues } from '../shared/contract/contract';

type KnownName = (typeof knownEntitlementNameValues)[number];

const knownNames: Record<KnownName, Omit<INodePropertyOptions, 'value'>> = {
	fast_track: { name: 'Fast Track', description: 'Send iMessages without the recommended rate limiting' },
	identity: { name: 'Identity', description: 'Ask the provider what it permits' },
	lease: { name: 'Lease', description: 'Lease numbers' },
	number_intelligence: { name: 'Number Intelligence', description: 'Look up numbers' },
};

export const nameField: INodeProperties = {
	displayName: 'Entitlement',
	name: 'name',
	type: 'options',
	required: true,
	options: Object.entries(knownNames).map(([value, option]) => ({ ...option, value })),
	default: '',
	description: 'Capability of the account. Use an expression for any other name.',
};

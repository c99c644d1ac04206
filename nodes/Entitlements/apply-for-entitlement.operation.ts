import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { knownEntitlementNameValues } from '../shared/contract/contract';
import { requestOptionsField } from '../shared/delivery/delivery-options';
import type { NodeOperation } from '../shared/operation/operation';
import { servicePath } from '../shared/service/service-path';
import { hasHiddenCharacter } from '../shared/input/hidden-character';
import { InvalidInput, quoted } from '../shared/input/invalid-input';

type KnownName = (typeof knownEntitlementNameValues)[number];

const knownNames: Record<KnownName, Omit<INodePropertyOptions, 'value'>> = {
	fast_track: { name: 'Fast Track', description: 'Send iMessages without the recommended rate limiting' },
	identity: { name: 'Identity', description: 'Ask the provider what it permits' },
	lease: { name: 'Lease', description: 'Lease numbers' },
	number_intelligence: { name: 'Number Intelligence', description: 'Look up numbers' },
};

const nameField: INodeProperties = {
	displayName: 'Entitlement',
	name: 'entitlement',
	type: 'options',
	required: true,
	options: Object.entries(knownNames).map(([value, option]) => ({ ...option, value })),
	default: 'number_intelligence',
	description: 'Capability to apply for. Use an expression for any other name.',
};

/** Apply for an entitlement (sections 2.8 and 4.7). */
export const applyForEntitlement: NodeOperation = {
	id: 'applyForEntitlement',
	name: 'Apply',
	action: 'Apply for an entitlement',
	description: 'Apply for a named capability of the account; each application is assessed case by case',
	fields: [nameField, requestOptionsField],
	about: { name: 'Entitlement' },
	permission: ({ name = 'the entitlement' }) =>
		`The application for ${name} was refused. An entitlement that the console shows as eligible can still be denied, and some need a legal agreement first: ask the provider.`,
	request(parameters) {
		const name = parameters.text('entitlement', 'Entitlement');
		if (name === '' || /\s/.test(name) || hasHiddenCharacter(name)) {
			throw new InvalidInput(
				name === ''
					? 'Entitlement is empty'
					: `Entitlement has a space, line break or invisible character in it: ${quoted(name)}`,
				'Give the name of the entitlement as the service spells it, e.g. number_intelligence.',
			);
		}
		return { path: servicePath('applyForEntitlement', { name }) };
	},
};

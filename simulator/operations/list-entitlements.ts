import { knownEntitlementNameValues, type Schema } from '../../nodes/shared/contract/contract';
import { magicEntitlements } from '../magic-numbers';
import type { Behaviour } from './call';

/** Public material: the known entitlements and the magic ones, with what the caller has of them. */
export const listEntitlements: Behaviour = ({ state, account }): Schema<'Entitlements'> => ({
	entitlements: [...knownEntitlementNameValues, ...magicEntitlements.map(({ name }) => name)].map((name) => {
		const magic = magicEntitlements.find((entitlement) => entitlement.name === name);
		const description = magic?.outcome ?? `The entitlement ${name}`;
		if (state.hasEntitlement(account, name)) {
			return { name, description, status: 'granted', entitlement_id: `ent_${name}` };
		}
		const isIneligible = magic !== undefined && magic.agreement === undefined;
		return { name, description, status: isIneligible ? 'ineligible' : 'available' };
	}),
});

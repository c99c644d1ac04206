import { knownEntitlementNameValues, type Schema } from '../../nodes/shared/contract/contract';
import { agreementUrl, magicEntitlements } from '../magic-numbers';
import { newId } from '../reaction';
import { ServiceError } from '../service-error';
import { pathParameter, type Behaviour, type Call } from './call';

/** Section 4.7: every name is granted, except the magic ones. */
export const applyForEntitlement: Behaviour = (call): Schema<'EntitlementGrant'> => {
	const { state, account } = call;
	const name = pathParameter(call, 'name');
	const magic = magicEntitlements.find((entitlement) => entitlement.name === name);
	if (magic && magic.agreement === undefined) return { granted: false };
	if (magic?.agreement !== undefined && !state.hasEntitlement(account, magic.agreement)) {
		throw new ServiceError(403, { agreementUrl: agreementUrl(magic.agreement) });
	}
	state.grantEntitlement(account, name);
	return { granted: true, entitlement_id: newId('ent') };
};

/** What the caller has of an entitlement. */
function listedEntitlement({ state, account }: Call, name: string): Schema<'ListedEntitlement'> {
	const magic = magicEntitlements.find((entitlement) => entitlement.name === name);
	const description = magic?.outcome ?? `The entitlement ${name}`;
	if (state.hasEntitlement(account, name)) {
		return { name, description, status: 'granted', entitlement_id: `ent_${name}` };
	}
	const isIneligible = magic !== undefined && magic.agreement === undefined;
	return { name, description, status: isIneligible ? 'ineligible' : 'available' };
}

/** Public material: the known entitlements and the magic ones. */
export const listEntitlements: Behaviour = (call): Schema<'Entitlements'> => {
	const names = [...knownEntitlementNameValues, ...magicEntitlements.map(({ name }) => name)];
	return { entitlements: names.map((name) => listedEntitlement(call, name)) };
};

/** Public material: the state of an entitlement; of an unknown name as well, since any name can be applied for. */
export const getEntitlement: Behaviour = (call): Schema<'EntitlementState'> => {
	const entitlement = listedEntitlement(call, pathParameter(call, 'name'));
	return entitlement.status === 'granted'
		? { ...entitlement, granted_at: new Date(Date.UTC(2026, 0, 1)).toISOString() }
		: entitlement;
};

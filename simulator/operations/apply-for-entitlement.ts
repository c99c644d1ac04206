import type { Schema } from '../../nodes/shared/contract/contract';
import { newId } from '../reaction';
import { agreementUrl, magicEntitlements } from '../magic-numbers';
import { ServiceError } from '../service-error';
import { pathParameter, type Behaviour } from './call';

/** Section 4.7: every name is granted, except the magic ones. */
export const applyForEntitlement: Behaviour = (call): Schema<'EntitlementGrant'> => {
	const name = pathParameter(call, 'name');
	const magic = magicEntitlements.find((entitlement) => entitlement.name === name);
	if (magic?.answer === 'denied') return { granted: false };
	const accepted = magic?.agreement !== undefined && call.state.hasEntitlement(call.account, magic.agreement);
	if (magic && !accepted) {
		throw new ServiceError(
			403,
			magic.agreement === undefined ? {} : { agreementUrl: agreementUrl(magic.agreement) },
		);
	}
	call.state.grantEntitlement(call.account, name);
	return { granted: true, entitlement_id: newId('ent') };
};

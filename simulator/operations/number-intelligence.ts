import type { Schema } from '../../nodes/shared/contract/contract';
import { lookupRecord } from '../lookup-records';
import { capabilities } from '../magic-numbers';
import { ServiceError } from '../service-error';
import { pathParameter, requireNoWait, type Behaviour } from './call';

/** Section 4.6. */
export const lookUpNumber: Behaviour = (call) => {
	const flags = {
		imessage: call.query.imessage === 'true',
		facetime: call.query.facetime === 'true',
		service_risk_scoring_beta: call.query.service_risk_scoring_beta === 'true',
	};
	if (flags.service_risk_scoring_beta && !(flags.imessage && flags.facetime)) throw new ServiceError(400);
	requireNoWait(call.state.secondsToWaitForLookup(call.account, call.now));
	return lookupRecord(pathParameter(call, 'number'), flags);
};

/** Section 4.8. */
export const checkFaceTimeAvailability: Behaviour = (call): Schema<'FaceTimeAvailability'> => ({
	available: capabilities(pathParameter(call, 'to')).facetime,
});

/** Public material. */
export const checkImessageAvailability: Behaviour = (call): Schema<'ImessageAvailability'> => ({
	available: capabilities(pathParameter(call, 'to')).imessage,
});

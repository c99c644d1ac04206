import type { NodeOperationId } from '../../nodes/shared/contract/contract';

/** The node of each operation. */
export const nodeOf: Record<NodeOperationId, string> = {
	disableCallForwarding: 'phoneServiceNumbers',
	getCallForwarding: 'phoneServiceNumbers',
	enableCallForwarding: 'phoneServiceNumbers',
	configureNumber: 'phoneServiceNumbers',
	sendImessage: 'phoneServiceMessaging',
	sendWhatsapp: 'phoneServiceMessaging',
	lookUpNumber: 'phoneServiceIntelligence',
	applyForEntitlement: 'phoneServiceEntitlements',
	checkFaceTimeAvailability: 'phoneServiceFaceTime',
};

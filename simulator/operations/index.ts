import type { OperationId } from '../../nodes/shared/contract/contract';
import { checkFaceTimeAvailability, checkImessageAvailability } from './availability';
import type { Behaviour } from './call';
import { disableCallForwarding, enableCallForwarding, getCallForwarding } from './call-forwarding';
import { configureNumber } from './configure-number';
import { applyForEntitlement, getEntitlement, listEntitlements } from './entitlements';
import { getNumber } from './get-number';
import { getImessageHistory, getMessage, getTextHistory } from './history';
import { listLeasedNumbers } from './list-leased-numbers';
import { lookUpNumber } from './look-up-number';
import { markImessageRead, typeImessage, typeWhatsapp } from './presence';
import { reactImessage, reactText, reactWhatsapp } from './react';
import { sendImessage, sendText, sendWhatsapp } from './send';

/** The operations of the service (section 4, and public material) by their id in the OpenAPI document. */
export const operations: Record<OperationId, Behaviour> = {
	disableCallForwarding,
	getCallForwarding,
	enableCallForwarding,
	listLeasedNumbers,
	configureNumber,
	sendImessage,
	sendWhatsapp,
	lookUpNumber,
	applyForEntitlement,
	getEntitlement,
	checkFaceTimeAvailability,
	checkImessageAvailability,
	sendText,
	reactImessage,
	reactText,
	reactWhatsapp,
	typeImessage,
	typeWhatsapp,
	markImessageRead,
	getImessageHistory,
	getTextHistory,
	getMessage,
	getNumber,
	listEntitlements,
};

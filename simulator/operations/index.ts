import type { OperationId } from '../../nodes/shared/contract/contract';
import type { Behaviour } from './call';
import { applyForEntitlement, getEntitlement, listEntitlements } from './entitlements';
import { getImessageHistory, getMessage, getTextHistory } from './history';
import {
	configureNumber,
	disableCallForwarding,
	enableCallForwarding,
	getCallForwarding,
	getNumber,
	listLeasedNumbers,
} from './leased-numbers';
import { checkFaceTimeAvailability, checkImessageAvailability, lookUpNumber } from './number-intelligence';
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

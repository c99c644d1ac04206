import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { customOperations } from '../shared/delivery/deliver-items';
import { operationProperties, operationSubtitle } from '../shared/node/panel';
import { requestOptionsSetting } from '../shared/node/request-options.field';
import { toolRequests } from '../shared/node/tool-requests';
import { testPhoneServiceApi } from '../shared/node/credential-test';
import { checkImessageAvailability } from './check-imessage-availability.operation';
import { reply } from './reply.operation';
import { runSendAndWait, sendAndWait } from './send-and-wait/send-and-wait';
import { waitingNodeTooltip, webhook, webhooks } from './send-and-wait/webhook';
import { sendImessage } from './send-imessage.operation';
import { sendText } from './send-text.operation';
import { sendWhatsapp } from './send-whatsapp.operation';
import { listSearch } from './senders.list';

const resource = 'messaging';
const operations = [sendImessage, sendWhatsapp, sendText, reply, checkImessageAvailability];
const offered = [sendImessage, sendWhatsapp, sendText, reply, sendAndWait, checkImessageAvailability];

/**
 * Sends and answers messages (sections 4.3 to 4.5; texts from public material), also such as ask and wait for the answer,
 * and checks who has iMessage (from public material).
 */
export class PhoneServiceMessaging implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service Messaging',
		name: 'phoneServiceMessaging',
		icon: { light: 'file:../../icons/messaging.svg', dark: 'file:../../icons/messaging.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: operationSubtitle(offered),
		description: 'Send and answer iMessage, WhatsApp and text messages, with fallback to SMS/RCS',
		defaults: { name: 'Phone Service Messaging' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		webhooks,
		waitingNodeTooltip,
		credentials: [{ name: 'phoneServiceApi', required: true, testedBy: 'phoneServiceApiTest' }],
		requestDefaults: {},
		requestOperations: toolRequests(operations),
		properties: [...operationProperties(resource, offered), requestOptionsSetting],
	};

	customOperations = {
		[resource]: { ...customOperations(resource, operations)[resource], [sendAndWait.id]: runSendAndWait },
	};

	webhook = webhook;

	methods = { credentialTest: { phoneServiceApiTest: testPhoneServiceApi }, listSearch };
}

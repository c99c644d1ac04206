import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { customOperations } from '../shared/delivery/deliver-items';
import { operationProperties, operationSubtitle } from '../shared/node/panel';
import { toolRequests } from '../shared/node/tool-requests';
import { testPhoneServiceApi } from '../shared/node/credential-test';
import { checkImessageAvailability } from './check-imessage-availability.operation';
import { sendImessage } from './send-imessage.operation';
import { sendWhatsapp } from './send-whatsapp.operation';
import { listSearch } from './senders.list';

const resource = 'messaging';
const operations = [sendImessage, sendWhatsapp, checkImessageAvailability];

/** Sends iMessage and WhatsApp messages (sections 4.3 to 4.5), and checks who has iMessage (from public material). */
export class PhoneServiceMessaging implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service Messaging',
		name: 'phoneServiceMessaging',
		icon: { light: 'file:../../icons/messaging.svg', dark: 'file:../../icons/messaging.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: operationSubtitle(operations),
		description: 'Send iMessage and WhatsApp messages with fallback to SMS/RCS',
		defaults: { name: 'Phone Service Messaging' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'phoneServiceApi', required: true, testedBy: 'phoneServiceApiTest' }],
		requestDefaults: {},
		requestOperations: toolRequests(operations),
		properties: operationProperties(resource, operations),
	};

	customOperations = customOperations(resource, operations);

	methods = { credentialTest: { phoneServiceApiTest: testPhoneServiceApi }, listSearch };
}

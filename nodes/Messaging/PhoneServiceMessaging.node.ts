import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nothingElse } from '../shared/delivery/run/deliver-items';
import { requestOptionsSetting } from '../shared/node/request-options.field';
import { declarativeNode } from '../shared/node/declarative-node';
import { checkImessageAvailability } from './check-imessage-availability.operation';
import { reply } from './reply.operation';
import { runSendAndWait, sendAndWait } from '../send-and-wait/send-and-wait';
import { waitingNodeTooltip, webhook, webhooks } from '../send-and-wait/webhook';
import { sendImessage } from './send-imessage.operation';
import { sendText } from './send-text.operation';
import { sendWhatsapp } from './send-whatsapp.operation';
import { listSearch } from './senders.list';

const resource = 'messaging';
const operations = [sendImessage, sendWhatsapp, sendText, reply, checkImessageAvailability];
const offered = [sendImessage, sendWhatsapp, sendText, reply, sendAndWait, checkImessageAvailability];
const node = declarativeNode(resource, operations, {
	offered,
	settings: [requestOptionsSetting],
	listSearch,
});

/** Sends, answers and asks by message (sections 4.3 to 4.5), and checks who has iMessage (public material). */
export class PhoneServiceMessaging implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service Messaging',
		name: 'phoneServiceMessaging',
		icon: { light: 'file:../../icons/messaging.svg', dark: 'file:../../icons/messaging.dark.svg' },
		group: ['output'],
		subtitle: node.subtitle,
		description: 'Send and answer iMessage, WhatsApp and text messages, with fallback to SMS/RCS',
		defaults: { name: 'Phone Service Messaging' },
		usableAsTool: true,
		webhooks,
		waitingNodeTooltip,
		...node.description,
	};

	customOperations = {
		[resource]: nothingElse({ ...node.customOperations[resource], [sendAndWait.id]: runSendAndWait }),
	};

	webhook = webhook;

	methods = node.methods;
}

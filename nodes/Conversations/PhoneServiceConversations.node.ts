import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { customOperations } from '../shared/delivery/deliver-items';
import { testPhoneServiceApi } from '../shared/node/credential-test';
import { operationProperties, operationSubtitle } from '../shared/node/panel';
import { toolRequests } from '../shared/node/tool-requests';
import { listSearch } from './conversation.fields';
import { getConversation } from './get-conversation.operation';
import { getMessage } from './get-message.operation';
import { markAsRead } from './mark-as-read.operation';
import { react } from './react.operation';
import { showTyping } from './show-typing.operation';

const resource = 'conversations';
const operations = [showTyping, markAsRead, react, getMessage, getConversation];

/** Typing, read receipts, reactions, messages and conversations (from public material). */
export class PhoneServiceConversations implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service Conversations',
		name: 'phoneServiceConversations',
		icon: { light: 'file:../../icons/conversations.svg', dark: 'file:../../icons/conversations.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: operationSubtitle(operations),
		description: 'Show typing, mark as read, react, and read messages and conversations',
		defaults: { name: 'Phone Service Conversations' },
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

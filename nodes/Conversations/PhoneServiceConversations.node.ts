import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { declarativeNode } from '../shared/panel/declarative-node';
import { operations } from './conversations.operations';

const node = declarativeNode('conversations', operations);

/** Typing, read receipts, reactions, messages and conversations (from public material). */
export class PhoneServiceConversations implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service Conversations',
		name: 'phoneServiceConversations',
		icon: { light: 'file:../../icons/conversations.svg', dark: 'file:../../icons/conversations.dark.svg' },
		group: ['output'],
		subtitle: node.subtitle,
		description:
			'Show typing, mark as read, react, and read messages and conversations, where the provider offers that',
		defaults: { name: 'Phone Service Conversations' },
		usableAsTool: true,
		...node.description,
	};

	customOperations = node.customOperations;

	methods = node.methods;
}

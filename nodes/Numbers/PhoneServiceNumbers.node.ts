import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { declarativeNode } from '../shared/panel/declarative-node';
import { getCallForwarding, operations } from './numbers.operations';

const node = declarativeNode('numbers', operations, { preset: getCallForwarding });

/** Manages leased numbers: call forwarding and failover (sections 4.1 and 4.2), and reads and lists them (from public material). */
export class PhoneServiceNumbers implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service Numbers',
		name: 'phoneServiceNumbers',
		icon: { light: 'file:../../icons/numbers.svg', dark: 'file:../../icons/numbers.dark.svg' },
		group: ['output'],
		subtitle: node.subtitle,
		description: 'Read and list leased numbers, and manage their call forwarding and failover',
		defaults: { name: 'Phone Service Numbers' },
		usableAsTool: true,
		...node.description,
	};

	customOperations = node.customOperations;

	methods = node.methods;
}

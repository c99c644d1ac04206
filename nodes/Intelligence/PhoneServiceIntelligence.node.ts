import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { declarativeNode } from '../shared/panel/declarative-node';
import { lookUpNumber } from './intelligence.operations';

const node = declarativeNode('intelligence', [lookUpNumber]);

/** Looks up phone numbers (section 4.6). */
export class PhoneServiceIntelligence implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service Intelligence',
		name: 'phoneServiceIntelligence',
		icon: { light: 'file:../../icons/intelligence.svg', dark: 'file:../../icons/intelligence.dark.svg' },
		group: ['transform'],
		subtitle: node.subtitle,
		description: 'Look up carrier, caller name, porting, iMessage, FaceTime and risk of a phone number',
		defaults: { name: 'Phone Service Intelligence' },
		usableAsTool: true,
		...node.description,
	};

	customOperations = node.customOperations;

	methods = node.methods;
}

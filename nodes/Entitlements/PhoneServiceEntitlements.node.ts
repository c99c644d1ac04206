import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { declarativeNode } from '../shared/panel/declarative-node';
import { operations } from './entitlements.operations';

const node = declarativeNode('entitlements', operations);

/** Applies for capabilities of the account (section 4.7), and lists and tells which ones it has (from public material). */
export class PhoneServiceEntitlements implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service Entitlements',
		name: 'phoneServiceEntitlements',
		icon: { light: 'file:../../icons/entitlements.svg', dark: 'file:../../icons/entitlements.dark.svg' },
		group: ['output'],
		subtitle: node.subtitle,
		description:
			'Apply for, get and list entitlements: fast track, leasing, identity, number intelligence and others',
		defaults: { name: 'Phone Service Entitlements' },
		usableAsTool: true,
		...node.description,
	};

	customOperations = node.customOperations;

	methods = node.methods;
}

import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { declarativeNode } from '../shared/panel/declarative-node';
import { checkFaceTimeAvailability } from './face-time.operations';

const node = declarativeNode('faceTime', [checkFaceTimeAvailability]);

/** Checks FaceTime availability (section 4.8). */
export class PhoneServiceFaceTime implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service FaceTime',
		name: 'phoneServiceFaceTime',
		icon: { light: 'file:../../icons/facetime.svg', dark: 'file:../../icons/facetime.dark.svg' },
		group: ['transform'],
		subtitle: node.subtitle,
		description: 'Check whether a phone number or an email address supports FaceTime',
		defaults: { name: 'Phone Service FaceTime' },
		usableAsTool: true,
		...node.description,
	};

	customOperations = node.customOperations;

	methods = node.methods;
}

import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { customOperations } from '../shared/delivery/deliver-items';
import { testPhoneServiceApi } from '../shared/node/credential-test';
import { operationProperties, operationSubtitle } from '../shared/node/panel';
import { toolRequests } from '../shared/node/tool-requests';
import { checkFaceTimeAvailability } from './check-availability.operation';

const resource = 'faceTime';
const operations = [checkFaceTimeAvailability];

/** Checks FaceTime availability (section 4.8). */
export class PhoneServiceFaceTime implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service FaceTime',
		name: 'phoneServiceFaceTime',
		icon: { light: 'file:../../icons/facetime.svg', dark: 'file:../../icons/facetime.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: operationSubtitle(operations),
		description: 'Check whether a phone number or an email address supports FaceTime',
		defaults: { name: 'Phone Service FaceTime' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'phoneServiceApi', required: true, testedBy: 'phoneServiceApiTest' }],
		requestDefaults: {},
		requestOperations: toolRequests(operations),
		properties: operationProperties(resource, operations),
	};

	customOperations = customOperations(resource, operations);

	methods = { credentialTest: { phoneServiceApiTest: testPhoneServiceApi } };
}

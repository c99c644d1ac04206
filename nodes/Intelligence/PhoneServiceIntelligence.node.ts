import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { customOperations } from '../shared/delivery/deliver-items';
import { testPhoneServiceApi } from '../shared/node/credential-test';
import { operationProperties, operationSubtitle } from '../shared/node/panel';
import { toolRequests } from '../shared/node/tool-requests';
import { lookUpNumber } from './look-up-number.operation';

const resource = 'intelligence';
const operations = [lookUpNumber];

/** Looks up phone numbers (section 4.6). */
export class PhoneServiceIntelligence implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service Intelligence',
		name: 'phoneServiceIntelligence',
		icon: { light: 'file:../../icons/intelligence.svg', dark: 'file:../../icons/intelligence.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: operationSubtitle(operations),
		description: 'Look up carrier, caller name, porting, iMessage, FaceTime and risk of a phone number',
		defaults: { name: 'Phone Service Intelligence' },
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

import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { customOperations } from '../shared/delivery/deliver-items';
import { testPhoneServiceApi } from '../shared/node/credential-test';
import { operationProperties, operationSubtitle } from '../shared/node/panel';
import { toolRequests } from '../shared/node/tool-requests';
import { configureNumber } from './configure-number.operation';
import { disableCallForwarding } from './disable-call-forwarding.operation';
import { enableCallForwarding } from './enable-call-forwarding.operation';
import { getCallForwarding } from './get-call-forwarding.operation';
import { getFailover } from './get-failover.operation';
import { getNumber } from './get-number.operation';
import { listLeasedNumbers } from './list-leased-numbers.operation';
import { listSearch } from './number.field';

const resource = 'numbers';
const operations = [
	disableCallForwarding,
	enableCallForwarding,
	getCallForwarding,
	getFailover,
	getNumber,
	listLeasedNumbers,
	configureNumber,
];

/** Manages leased numbers: call forwarding and failover (sections 4.1 and 4.2), and reads and lists them (from public material). */
export class PhoneServiceNumbers implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service Numbers',
		name: 'phoneServiceNumbers',
		icon: { light: 'file:../../icons/numbers.svg', dark: 'file:../../icons/numbers.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: operationSubtitle(operations),
		description: 'Read and list leased numbers, and manage their call forwarding and failover',
		defaults: { name: 'Phone Service Numbers' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'phoneServiceApi', required: true, testedBy: 'phoneServiceApiTest' }],
		requestDefaults: {},
		requestOperations: toolRequests(operations),
		properties: operationProperties(resource, operations, getCallForwarding),
	};

	customOperations = customOperations(resource, operations);

	methods = { credentialTest: { phoneServiceApiTest: testPhoneServiceApi }, listSearch };
}

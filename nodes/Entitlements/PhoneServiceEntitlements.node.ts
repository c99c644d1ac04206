import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { customOperations } from '../shared/delivery/deliver-items';
import { testPhoneServiceApi } from '../shared/node/credential-test';
import { operationProperties, operationSubtitle } from '../shared/node/panel';
import { toolRequests } from '../shared/node/tool-requests';
import { applyForEntitlement } from './apply-for-entitlement.operation';
import { getEntitlement } from './get-entitlement.operation';
import { listEntitlements } from './list-entitlements.operation';

const resource = 'entitlements';
const operations = [applyForEntitlement, getEntitlement, listEntitlements];

/** Applies for capabilities of the account (section 4.7), and lists and tells which ones it has (from public material). */
export class PhoneServiceEntitlements implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service Entitlements',
		name: 'phoneServiceEntitlements',
		icon: { light: 'file:../../icons/entitlements.svg', dark: 'file:../../icons/entitlements.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: operationSubtitle(operations),
		description:
			'Apply for, get and list entitlements: fast track, leasing, identity, number intelligence and others',
		defaults: { name: 'Phone Service Entitlements' },
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

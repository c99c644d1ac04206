import { DirectoryLoader, RoutingNode } from 'n8n-core';
import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import { PhoneServiceCallForwardingTrigger } from '../../nodes/CallForwarding/PhoneServiceCallForwardingTrigger.node';
import { PhoneServiceEntitlements } from '../../nodes/Entitlements/PhoneServiceEntitlements.node';
import { PhoneServiceFaceTime } from '../../nodes/FaceTime/PhoneServiceFaceTime.node';
import { PhoneServiceIntelligence } from '../../nodes/Intelligence/PhoneServiceIntelligence.node';
import { PhoneServiceMessaging } from '../../nodes/Messaging/PhoneServiceMessaging.node';
import { PhoneServiceNumbers } from '../../nodes/Numbers/PhoneServiceNumbers.node';

export const packageName = 'n8n-nodes-phone-service';

/** Starts a workflow with the items in its parameter. */
const itemsNode: INodeType = {
	description: {
		displayName: 'Items',
		name: 'items',
		group: ['trigger'],
		version: 1,
		description: 'Emits the items given',
		defaults: { name: 'Items' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Items', name: 'items', type: 'json', default: [] }],
	},
	async execute(this: IExecuteFunctions) {
		return [(this.getNode().parameters.items as unknown as IDataObject[]).map((json) => ({ json }))];
	},
};

/** Hands each item on, so that what left a node can be read behind it. */
const passNode: INodeType = {
	description: {
		displayName: 'Pass',
		name: 'pass',
		group: ['transform'],
		version: 1,
		description: 'Hands each item on',
		defaults: { name: 'Pass' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	},
};

/** Prepares a node as n8n does when it loads a package. */
function loaded(nodeType: INodeType): INodeType {
	DirectoryLoader.applyDeclarativeNodeOptionParameters(nodeType);
	if (nodeType.description.requestDefaults && !nodeType.execute) {
		nodeType.execute = async function (this: IExecuteFunctions) {
			return (await new RoutingNode(this as never, nodeType).runNode()) ?? [];
		};
	}
	return nodeType;
}

const known: Record<string, INodeType> = Object.fromEntries(
	[
		new PhoneServiceMessaging(),
		new PhoneServiceNumbers(),
		new PhoneServiceIntelligence(),
		new PhoneServiceEntitlements(),
		new PhoneServiceFaceTime(),
		new PhoneServiceCallForwardingTrigger(),
		itemsNode,
		passNode,
	].map((nodeType) => [`${packageName}.${nodeType.description.name}`, loaded(nodeType)]),
);

/** The node types of the package and the two helpers of the tests. */
export const nodeTypes: INodeTypes = {
	getByName: (name) => nodeTypes.getByNameAndVersion(name),
	getByNameAndVersion: (name) => {
		const nodeType = known[name];
		if (!nodeType) throw new Error(`There is no node type ${name}`);
		return nodeType;
	},
	getKnownTypes: () => ({}),
};

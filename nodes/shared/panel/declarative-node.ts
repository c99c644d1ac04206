import { NodeConnectionTypes } from 'n8n-workflow';

import { customOperations } from '../send/run';
import type { NodeOperation, PanelOperation } from '../operation/operation';
import { testPhoneServiceApi } from './credential-test';
import { listSearch } from './leased-numbers';
import { operationProperties, subtitleOf } from './panel';
import { toolRequests } from './tool-requests';

interface Particulars {
	/** What the panel offers, where that is more than the operations that the delivery performs. */
	offered?: PanelOperation[];
	/** The operation with which a new node begins: the first one, unless there is another. */
	preset?: PanelOperation;
}

/** What follows from the operations of a node: the part of its description, and the members, that all nodes have alike. */
export function declarativeNode(
	resource: string,
	operations: NodeOperation[],
	{ offered = operations, preset }: Particulars = {},
) {
	const names = offered.map(({ id, name }) => ({ name, value: id }));
	return {
		subtitle: `${subtitleOf('operation', names)}{{ $parameter["options"]?.["dryRun"] === true ? " (dry run)" : "" }}`,
		/** Made anew for each node type, because n8n adds its own parameters to the list. */
		get description() {
			return {
				version: 1,
				inputs: [NodeConnectionTypes.Main],
				outputs: [NodeConnectionTypes.Main],
				credentials: [{ name: 'phoneServiceApi', required: true, testedBy: 'phoneServiceApiTest' }],
				requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
				requestOperations: toolRequests(operations),
				properties: operationProperties(resource, offered, preset),
			};
		},
		customOperations: customOperations(resource, operations),
		methods: { credentialTest: { phoneServiceApiTest: testPhoneServiceApi }, listSearch },
	};
}

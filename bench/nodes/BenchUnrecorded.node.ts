import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

/** The Messaging node as n8n loads it: this file lies in `.n8n/custom`, the package in `.n8n/nodes`. */
function messaging(): INodeType {
	const path =
		'../nodes/node_modules/n8n-nodes-phone-service/dist/nodes/Messaging/PhoneServiceMessaging.node.js';
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- the installed package, found when n8n runs this
	const { PhoneServiceMessaging } = require(path) as { PhoneServiceMessaging: new () => INodeType };
	return new PhoneServiceMessaging();
}

/** n8n's helpers, with a store that refuses to record. */
function withoutStore(context: IExecuteFunctions): IExecuteFunctions {
	const refuse = async () => await Promise.reject(new Error('The benchmark records nothing'));
	const helpers = { ...context.helpers, checkProcessedAndRecord: refuse };
	return Object.create(context, { helpers: { value: helpers } }) as IExecuteFunctions;
}

/** The Messaging node where n8n records nothing: what the record of sends costs is the difference. */
export class BenchUnrecorded implements INodeType {
	description: INodeTypeDescription;

	constructor() {
		const { credentials, ...rest } = messaging().description;
		this.description = {
			...rest,
			displayName: 'benchUnrecorded',
			name: 'benchUnrecorded',
			icon: undefined,
			usableAsTool: undefined,
			credentials: credentials?.map(({ name, required }) => ({ name, required })),
		};
	}

	customOperations = {
		messaging: {
			async sendImessage(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
				const send = messaging().customOperations?.messaging?.sendImessage;
				if (!send) throw new Error('The Messaging node has no operation sendImessage');
				return (await send.call(withoutStore(this))) as INodeExecutionData[][];
			},
		},
	};
}

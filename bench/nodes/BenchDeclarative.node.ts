import type { INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';

/** The body field that each parameter of the Messaging node fills. */
const bodyFields: Record<string, string> = {
	to: 'to',
	from: 'from',
	message: 'message',
	whatsappMessage: 'message',
	attachments: 'attachments',
	effect: 'effect',
	fallback: 'fallback',
	imessageFallbackWhen: 'fallback.when',
	whatsappFallbackWhen: 'fallback.when',
	fallbackFrom: 'fallback.from',
	fastTrack: 'fast_track',
};

/** The Messaging node as n8n loads it: this file lies in `.n8n/custom`, the package in `.n8n/nodes`. */
function messagingDescription(): INodeTypeDescription {
	const path =
		'../nodes/node_modules/n8n-nodes-phone-service/dist/nodes/Messaging/PhoneServiceMessaging.node.js';
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- the installed package, found when n8n runs this
	const { PhoneServiceMessaging } = require(path) as { PhoneServiceMessaging: new () => INodeType };
	return new PhoneServiceMessaging().description;
}

function routed(property: INodeProperties): INodeProperties {
	const field = bodyFields[property.name];
	return { ...property, routing: field ? { send: { type: 'body', property: field } } : undefined };
}

/**
 * The bare declarative engine: the parameters of the Messaging node, each sent as a body field by n8n's routing,
 * without the package's delivery. The address is a constant, which is cheaper than any real node can have it.
 */
export class BenchDeclarative implements INodeType {
	description: INodeTypeDescription;

	constructor() {
		const { credentials, properties, ...rest } = messagingDescription();
		this.description = {
			...rest,
			displayName: 'benchDeclarative',
			name: 'benchDeclarative',
			icon: undefined,
			usableAsTool: undefined,
			credentials: credentials?.map(({ name, required }) => ({ name, required })),
			requestDefaults: { method: 'POST', url: process.env.BENCH_URL ?? '', json: true },
			requestOperations: undefined,
			properties: properties.map(routed),
		};
	}
}

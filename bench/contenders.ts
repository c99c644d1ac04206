import type { INode, INodeParameters } from 'n8n-workflow';
import type { ExportedWorkflow } from '../e2e/n8n/exported-workflow';
import { senders } from './measures';
import { projectPackage } from '../scripts/project-root';
import { inLine, node, webhook, workflowNamed } from '../e2e/n8n/workflow-nodes';
import { serviceOperations } from '../nodes/shared/contract/contract';

export interface Contender {
	name: string;
	description: string;
	type: string;
	typeVersion?: number;
	/** The parameters of the node; `baseUrl` is where the server listens. */
	parameters(baseUrl: string): INodeParameters;
	/** Settings of the node: what to do on errors. */
	settings?: Partial<INode>;
}

/** The two expressions of every contender. */
const to = '={{ $json.to }}';
const message = '=Hello {{ $json.name }}, your order is on its way.';

const { name: packageName } = projectPackage;

/** The Messaging node with these options. */
function messaging(options: INodeParameters, further: INodeParameters = {}) {
	return {
		type: `${packageName}.phoneServiceMessaging`,
		parameters: (): INodeParameters => ({ to, message, ...further, options }),
	};
}

/** n8n's HTTP Request node, which sends a message with this body, by name and value. */
function httpRequest(body: Record<string, string>, options: INodeParameters = {}) {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: (baseUrl: string): INodeParameters => ({
			method: 'POST',
			url: `${baseUrl}${serviceOperations.sendImessage.path}`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpBearerAuth',
			sendBody: true,
			bodyParameters: { parameters: Object.entries(body).map(([name, value]) => ({ name, value })) },
			options,
		}),
	};
}

/** A failed request leaves an item with an error, so that the run and the counting go on. */
const goesOn: Partial<INode> = { onError: 'continueRegularOutput' };

export const overheadContenders = {
	messaging: {
		name: 'Messaging node',
		description: 'without rate limits, 10 requests at once; each message is recorded before it leaves',
		...messaging({ messagesPerSecond: 0 }),
		settings: goesOn,
	},
	httpRequest: {
		name: 'HTTP Request node',
		description: 'two body fields, Bearer Auth, default options',
		...httpRequest({ to, message }),
		settings: goesOn,
	},
} satisfies Record<string, Contender>;

/** One of the leased numbers by the index of the item. */
const from = `={{ ${JSON.stringify(senders)}[$itemIndex % ${senders.length}] }}`;

/** What users set who want no message to be lost: n8n's Retry On Fail as it comes, 3 tries one second apart. */
const retryOnFail: Partial<INode> = { retryOnFail: true };

export const ratesContenders = {
	messaging: {
		name: 'Messaging node',
		description: `the ${senders.length} numbers in \`from\``,
		...messaging({}, { from: senders.join(', ') }),
	},
	httpRequest: {
		name: 'HTTP Request',
		description: 'one request per item, sender by item index, Retry On Fail (3 tries, 1 s apart)',
		...httpRequest({ to, message, from }),
		settings: retryOnFail,
	},
	httpRequestBatched: {
		name: 'HTTP Request, batched',
		description: `the same with Batching, ${senders.length} items a second`,
		...httpRequest(
			{ to, message, from },
			{ batching: { batch: { batchSize: senders.length, batchInterval: 1_000 } } },
		),
		settings: retryOnFail,
	},
} satisfies Record<string, Contender>;

/** The triggers that take a burst of messages: for a webhook with this path, where that is, and the node. */
export const burstContenders = {
	'Messaging Trigger': (path: string) => ({
		webhookPath: `${path}/webhook`,
		trigger: node(
			'Message',
			`${packageName}.phoneServiceMessagingTrigger`,
			{ events: ['messageReceived'], options: {} },
			{ typeVersion: 2, webhookId: path },
		),
	}),
	Webhook: (path: string) => ({ webhookPath: path, trigger: webhook('Message', path) }),
};

/** Manual trigger → items → contender → end. */
export function contenderWorkflow(
	{ name, type, typeVersion = 1, parameters, settings }: Contender,
	baseUrl: string,
): ExportedWorkflow {
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger'),
		node('Items', 'CUSTOM.benchItems'),
		node('Contender', type, parameters(baseUrl), { typeVersion, ...settings }),
		node('End', 'CUSTOM.benchEnd'),
	];
	return workflowNamed(name, nodes, inLine(nodes));
}

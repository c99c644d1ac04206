import type { IConnections, INode, INodeParameters } from 'n8n-workflow';
import type { ExportedWorkflow } from '../scripts/n8n/exported-workflow';
import { inLine, mainConnections, node, webhook, workflowNamed } from '../scripts/n8n/workflow-nodes';
import { serviceOperations } from '../nodes/shared/contract/contract';
import { senders } from './measures';

/** What sends the items: its nodes between the one that gives them and the end, for a server at `baseUrl`. */
export interface Contender {
	name: string;
	description: string;
	nodes(baseUrl: string): INode[];
	/** How the nodes are connected, where they are no line. */
	connections?: IConnections;
}

/** The two expressions of every contender. */
const to = '={{ $json.to }}';
const message = '=Hello {{ $json.name }}, your order is on its way.';

/** A failed request leaves an item with an error, so that the run and the counting go on. */
const goesOn: Partial<INode> = { onError: 'continueRegularOutput' };

/** What users set who want no message to be lost: n8n's Retry On Fail as it comes, 3 tries one second apart. */
const retryOnFail: Partial<INode> = { retryOnFail: true };

function messaging(parameters: INodeParameters, settings: Partial<INode> = {}) {
	return () => [node('Send', 'phoneServiceMessaging', { to, message, ...parameters }, settings)];
}

/** n8n's HTTP Request node, which sends a message with this body, by name and value. */
function httpRequest(body: Record<string, string>, settings: Partial<INode>, options: INodeParameters = {}) {
	return (baseUrl: string) => [
		node(
			'Send',
			'n8n-nodes-base.httpRequest',
			{
				method: 'POST',
				url: `${baseUrl}${serviceOperations.sendImessage.path}`,
				authentication: 'genericCredentialType',
				genericAuthType: 'httpBearerAuth',
				sendBody: true,
				bodyParameters: { parameters: Object.entries(body).map(([name, value]) => ({ name, value })) },
				options,
			},
			{ typeVersion: 4.5, ...settings },
		),
	];
}

/** n8n's node that keeps a row of its database for each message, and lets through what has none. */
const removeDuplicates = node(
	'Not Sent',
	'n8n-nodes-base.removeDuplicates',
	{
		operation: 'removeItemsSeenInPreviousExecutions',
		logic: 'removeItemsWithAlreadySeenKeyValues',
		dedupeValue: to,
		options: {},
	},
	{ typeVersion: 2 },
);

export const overheadContenders = {
	messaging: {
		name: 'Messaging node',
		description: 'without rate limits, 10 requests at once; each message is recorded before it leaves',
		nodes: messaging({ options: { messagesPerSecond: 0 } }, goesOn),
	},
	httpRequest: {
		name: 'HTTP Request node',
		description: 'two body fields, Bearer Auth, default options; nothing is recorded',
		nodes: httpRequest({ to, message }, goesOn),
	},
	ownNodes: {
		name: 'HTTP Request and Remove Duplicates nodes',
		description:
			"n8n's own nodes, which send nothing twice: in a loop, one item at a time; nothing notes what came of a request, so this guarantees less than the Messaging node",
		nodes: (baseUrl) => [
			node('Loop', 'n8n-nodes-base.splitInBatches', { batchSize: 1, options: {} }, { typeVersion: 3 }),
			removeDuplicates,
			...httpRequest({ to, message }, goesOn)(baseUrl),
		],
		connections: mainConnections({
			Loop: [['End'], ['Not Sent']],
			'Not Sent': [['Send']],
			Send: [['Loop']],
		}),
	},
} satisfies Record<string, Contender>;

/** One of the leased numbers by the index of the item. */
const from = `={{ ${JSON.stringify(senders)}[$itemIndex % ${senders.length}] }}`;
const inBatches = { batching: { batch: { batchSize: senders.length, batchInterval: 1_000 } } };

export const ratesContenders = {
	messaging: {
		name: 'Messaging node',
		description: `the ${senders.length} numbers in \`from\``,
		nodes: messaging({ from: senders.join(', '), options: {} }),
	},
	httpRequest: {
		name: 'HTTP Request',
		description: 'one request per item, sender by item index, Retry On Fail (3 tries, 1 s apart)',
		nodes: httpRequest({ to, message, from }, retryOnFail),
	},
	httpRequestBatched: {
		name: 'HTTP Request, batched',
		description: `the same with Batching, ${senders.length} items a second`,
		nodes: httpRequest({ to, message, from }, retryOnFail, inBatches),
	},
} satisfies Record<string, Contender>;

/** The triggers that take a burst of messages: for a webhook with this path, where that is, and the node. */
export const burstContenders = {
	'Messaging Trigger': (path: string) => ({
		webhookPath: `${path}/webhook`,
		trigger: node(
			'Message',
			'phoneServiceMessagingTrigger',
			{ events: ['messageReceived'], options: {} },
			{ typeVersion: 2, webhookId: path },
		),
	}),
	Webhook: (path: string) => ({ webhookPath: path, trigger: webhook('Message', path) }),
};

/** Manual trigger → items → contender → end. */
export function contenderWorkflow(contender: Contender, baseUrl: string): ExportedWorkflow {
	const first = [node('Start', 'n8n-nodes-base.manualTrigger'), node('Items', 'CUSTOM.benchItems')];
	const sending = contender.nodes(baseUrl);
	const nodes = [...first, ...sending, node('End', 'CUSTOM.benchEnd')];
	const connections = contender.connections
		? { ...inLine([...first, ...sending.slice(0, 1)]), ...contender.connections }
		: inLine(nodes);
	return workflowNamed(contender.name, nodes, connections);
}

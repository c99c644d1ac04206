import type { IConnections, INode } from 'n8n-workflow';
import type { ExportedWorkflow } from '../n8n/exported-workflow';
import { calledItems, inLine, mainConnections, node } from '../n8n/workflow-nodes';
import { agentBehind } from './agent-workflow';
import { people } from './reached';
import { plainSend, workflowOf } from './test-workflow';

/** A workflow that n8n can be killed in, with a message to each of some people. */
export interface CutOffWorkflow {
	workflow: (path: string) => ExportedWorkflow;
	/** What its webhook is called with. */
	body: { items: Array<{ to: string }>; more?: Array<{ to: string }> };
	/** Who gets a message, in the order in which they do. */
	people: string[];
	/** How many messages are answered before the service stops answering, and how many it leaves without an answer. */
	answered: number;
	hanging: number;
	/** What a user makes of the workflow before Retry, which then runs the currently saved one. */
	edited?: CutOffWorkflow['workflow'];
}

const noOp = 'n8n-nodes-base.noOp';

/** A request waits longer for its answer than the other workflows of a test take to start: none is given up before the kill. */
export const patiently = { requestOptions: { timeout: 600_000 } };

const itemsOf = (all: string[]) => all.map((to) => ({ to }));

/** A workflow that is called with 60 people of a name, or as many as told. */
function called(
	name: string,
	workflow: CutOffWorkflow['workflow'],
	answered: number,
	hanging: number,
	count = 60,
): CutOffWorkflow {
	const all = people(count, name);
	return { workflow, body: { items: itemsOf(all) }, people: all, answered, hanging };
}

function send(name: string, to = '={{ $json.to }}', message = 'Hello'): INode {
	const parameters = { ...plainSend, to, message, ...patiently };
	return node(name, 'phoneServiceMessaging', parameters, { onError: 'continueRegularOutput' });
}

/** Webhook → the items in a list of its body → these nodes, with further ones beside them. */
function behindWebhook(
	path: string,
	line: INode[],
	beside: INode[] = [],
	connections: IConnections = {},
	list = 'items',
) {
	const all = [...calledItems(path, list), ...line];
	return workflowOf([...all, ...beside], { ...inLine(all), ...connections });
}

const plain = (path: string) => behindWebhook(path, [send('Send')]);

const withTrigger = (name: string) => (path: string) => {
	const trigger = node(name, 'n8n-nodes-base.manualTrigger');
	return behindWebhook(path, [send('Send')], [trigger], mainConnections({ [name]: [['Items']] }));
};

/** A list with another trigger beside the webhook, which an edit renames. */
export function renamedTrigger(name: string): CutOffWorkflow {
	return { ...called(name, withTrigger('Other'), 30, 10), edited: withTrigger('Renamed') };
}

const looped = (batchSize: number, list?: string) => (path: string) => {
	const parameters = { batchSize, options: {} };
	const loops = node('Loop', 'n8n-nodes-base.splitInBatches', parameters, { typeVersion: 3 });
	const connections = mainConnections({ Loop: [['Done'], ['Send']], Send: [['Loop']] });
	return behindWebhook(path, [loops], [send('Send'), node('Done', noOp)], connections, list);
};

/** A loop of ten rounds with three messages each; an edit makes the rounds greater, with somebody before all others. */
export function changedLoop(name: string): CutOffWorkflow {
	const before = called(name, looped(3), 16, 2, 30);
	const more = [{ to: `inserted-${name}@example.com` }, ...before.body.items];
	return {
		...before,
		body: { ...before.body, more },
		people: [...before.people, ...more.slice(0, 1).map(({ to }) => to)],
		edited: looped(5, 'more'),
	};
}

/** A loop that an edit removes, and one that an edit adds. */
export function removedLoop(name: string): CutOffWorkflow {
	return { ...called(name, looped(3), 16, 2, 30), edited: plain };
}
export function addedLoop(name: string): CutOffWorkflow {
	return { ...called(name, plain, 16, 2, 30), edited: looped(3) };
}

/** A node that asks the service once whether somebody has FaceTime. */
export function faceTimeCheck(name: string): INode {
	const parameters = { operation: 'checkFaceTimeAvailability', to: 'ada@example.com', ...patiently };
	return node(name, 'phoneServiceFaceTime', parameters, { executeOnce: true });
}

/** A send, and a later node that asks the service. */
export function laterNode(name: string): CutOffWorkflow {
	return called(name, (path) => behindWebhook(path, [send('Send'), faceTimeCheck('Later')]), 60, 0);
}

/** 30 texts by chance. */
export function textsByChance(name: string): CutOffWorkflow {
	const line = [send('Send', undefined, '={{ "Hello " + Math.random() }}')];
	return called(name, (path) => behindWebhook(path, line), 12, 10, 30);
}

/** 30 texts by a model. */
export function textsByModel(name: string, agentVersion: number): CutOffWorkflow {
	const after = [send('Send', "={{ $('Items').item.json.to }}", '={{ $json.output }}')];
	return called(name, (path) => agentBehind(calledItems(path), [], agentVersion, after), 12, 10, 30);
}

/** The node whose item has the address that ends the wait of its execution. */
export const linkNode = 'Link';

/** Two sends in a row, with a wait in between. */
export function sendsAroundWait(name: string): CutOffWorkflow {
	const set = (nodeName: string, jsonOutput: string) =>
		node(nodeName, 'n8n-nodes-base.set', { mode: 'raw', jsonOutput, options: {} }, { typeVersion: 3.4 });
	const line = [
		send('Send'),
		set(linkNode, '={{ { link: $execution.resumeUrl } }}'),
		node('Wait', 'n8n-nodes-base.wait', { resume: 'webhook', options: {} }, { typeVersion: 1.1 }),
		set('Again', "={{ { all: $('Start').first().json.body.items } }}"),
		node('All', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'all', options: {} }),
		send('Second', "={{ 'second-' + $json.to }}"),
	];
	const both = called(name, (path) => behindWebhook(path, line), 90, 10);
	return { ...both, people: [...both.people, ...people(60, `second-${name}`)] };
}

/** Two branches that lead into one send, the upper one first. */
export function twoBranches(name: string): CutOffWorkflow {
	const [first, second] = [people(30, name), people(30, `second-${name}`)];
	const more = node(
		'More',
		'n8n-nodes-base.splitOut',
		{ fieldToSplitOut: 'body.more', options: {} },
		{ position: [0, 300] },
	);
	const connections = mainConnections({ Start: [['Items', 'More']], More: [['Send']] });
	return {
		workflow: (path) => behindWebhook(path, [send('Send')], [more], connections),
		body: { items: itemsOf(first), more: itemsOf(second) },
		people: [...first, ...second],
		answered: 45,
		hanging: 10,
	};
}

/** An agent that calls the send as its tool, once for each. */
export function agentCalls(name: string, agentVersion: number): CutOffWorkflow {
	const to = people(16, name);
	const tool = send('Send', "={{ $fromAI('to', 'Recipient', 'string') }}");
	return {
		workflow: (path) => agentBehind(calledItems(path), [{ ...tool, type: `${tool.type}Tool` }], agentVersion),
		body: { items: itemsOf(['somebody']) },
		people: to,
		answered: 8,
		hanging: 1,
	};
}

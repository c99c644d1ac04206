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
	/** What a user changes before Retry, which then runs the currently saved workflow. */
	edited?: (saved: ExportedWorkflow) => Pick<ExportedWorkflow, 'nodes' | 'connections'>;
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

/** Webhook → items → these nodes, with further ones beside them. */
function behindWebhook(path: string, line: INode[], beside: INode[] = [], connections: IConnections = {}) {
	const all = [...calledItems(path), ...line];
	return workflowOf([...all, ...beside], { ...inLine(all), ...connections });
}

/** The send alone. */
export function plainList(name: string): CutOffWorkflow {
	return called(name, (path) => behindWebhook(path, [send('Send')]), 30, 10);
}

/** The same with another trigger beside the webhook, which an edit renames. */
export function renamedTrigger(name: string): CutOffWorkflow {
	const trigger = (triggerName: string) => node(triggerName, 'n8n-nodes-base.manualTrigger', {});
	const toItems = (triggerName: string) => mainConnections({ [triggerName]: [['Items']] });
	return {
		...called(
			name,
			(path) => behindWebhook(path, [send('Send')], [trigger('Other')], toItems('Other')),
			30,
			10,
		),
		edited: ({ nodes, connections: { Start = {}, Items = {} } }) => ({
			nodes: [...nodes.filter((one) => one.name !== 'Other'), trigger('Renamed')],
			connections: { Start, Items, ...toItems('Renamed') },
		}),
	};
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

const batches = (batchSize: number) => ({ batchSize, options: {} });

/** A loop of five rounds with twelve messages each. */
export function loop(name: string): CutOffWorkflow {
	return { ...loopOf(name, 12, 60), answered: 52, hanging: 8 };
}

/** A loop of ten rounds with three messages each; once it is edited, of rounds of five, with somebody before all others. */
export function shortLoop(name: string): CutOffWorkflow {
	const short = loopOf(name, 3, 30);
	const inserted = `inserted-${name}@example.com`;
	return {
		...short,
		body: { ...short.body, more: [{ to: inserted }, ...short.body.items] },
		people: [...short.people, inserted],
		edited: ({ nodes, connections }) => ({
			nodes: nodes.map((one) => ({
				...one,
				parameters: {
					...one.parameters,
					...(one.name === 'Loop' && batches(5)),
					...(one.name === 'Items' && { fieldToSplitOut: 'body.more' }),
				},
			})),
			connections,
		}),
	};
}

/** A loop that an edit removes. */
export function removedLoop(name: string): CutOffWorkflow {
	const edited: CutOffWorkflow['edited'] = ({ nodes, connections }) => ({
		nodes: nodes.filter((one) => one.name !== 'Loop'),
		connections: { Start: connections.Start ?? {}, ...mainConnections({ Items: [['Send']] }) },
	});
	return { ...loopOf(name, 3, 30), edited };
}

/** A list that an edit puts into a loop. */
export function addedLoop(name: string): CutOffWorkflow {
	const edited: CutOffWorkflow['edited'] = ({ nodes, connections }) => ({
		nodes: [...nodes, ...loopNodes(3)],
		connections: { ...connections, ...mainConnections({ Items: [['Loop']] }), ...loopConnections },
	});
	return { ...called(name, (path) => behindWebhook(path, [send('Send')]), 16, 2, 30), edited };
}

const loopConnections = mainConnections({ Loop: [['Done'], ['Send']], Send: [['Loop']] });

function loopNodes(batchSize: number): INode[] {
	const loops = node('Loop', 'n8n-nodes-base.splitInBatches', batches(batchSize), { typeVersion: 3 });
	return [loops, node('Done', noOp, {})];
}

/** A loop that n8n can be killed in its sixth round of three. */
function loopOf(name: string, batchSize: number, count: number): CutOffWorkflow {
	const [loops, done] = loopNodes(batchSize) as [INode, INode];
	const workflow = (path: string) => behindWebhook(path, [loops], [send('Send'), done], loopConnections);
	return called(name, workflow, 16, 2, count);
}

/** Two sends in a row, with nodes in between. */
export function twoSends(name: string, between: INode[] = []): CutOffWorkflow {
	const line = [send('Send'), ...between, send('Second', "={{ 'second-' + $json.to }}")];
	const both = called(name, (path) => behindWebhook(path, line), 90, 10);
	return { ...both, people: [...both.people, ...people(60, `second-${name}`)] };
}

/** The node whose item has the address that ends the wait of its execution. */
export const linkNode = 'Link';

/** The same with a wait in between. */
export function sendsAroundWait(name: string): CutOffWorkflow {
	const set = (nodeName: string, json: string) =>
		node(
			nodeName,
			'n8n-nodes-base.set',
			{ mode: 'raw', jsonOutput: json, options: {} },
			{ typeVersion: 3.4 },
		);
	return twoSends(name, [
		set(linkNode, '={{ { link: $execution.resumeUrl } }}'),
		node('Wait', 'n8n-nodes-base.wait', { resume: 'webhook', options: {} }, { typeVersion: 1.1 }),
		set('Again', "={{ { all: $('Start').first().json.body.items } }}"),
		node('All', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'all', options: {} }),
	]);
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

import type { INode } from 'n8n-workflow';
import type { ExportedWorkflow } from '../n8n/exported-workflow';
import { calledItems, inLine, mainConnections, node } from '../n8n/workflow-nodes';
import { agentBehind } from './agent-workflow';
import type { ToolCall } from './fake-chat-model';
import { people } from './reached';
import { patiently, plainSend, workflowOf } from './test-workflow';

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
	/** Whether it waits in the middle until somebody asks for its link. */
	waits?: boolean;
	/** What the model calls, turn by turn. */
	turns?: ToolCall[][];
}

const itemsOf = (all: string[]) => all.map((to) => ({ to }));

function send(name: string, to = '={{ $json.to }}', message = 'Hello'): INode {
	const parameters = { ...plainSend, ...patiently, to, message };
	return node(name, 'phoneServiceMessaging', parameters, { onError: 'continueRegularOutput' });
}

const looped = (batchSize: number, list: string) => (path: string) => {
	const parameters = { batchSize, options: {} };
	const loops = node('Loop', 'n8n-nodes-base.splitInBatches', parameters, { typeVersion: 3 });
	const line = [...calledItems(path, list), loops];
	const rounds = mainConnections({ Loop: [[], ['Send']], Send: [['Loop']] });
	return workflowOf([...line, send('Send')], { ...inLine(line), ...rounds });
};

/** A loop of ten rounds with three messages each; an edit makes the rounds greater, with somebody before all others. */
export function changedLoop(name: string): CutOffWorkflow {
	const [all, inserted] = [people(30, name), people(1, `inserted-${name}`)];
	return {
		workflow: looped(3, 'items'),
		edited: looped(5, 'more'),
		body: { items: itemsOf(all), more: itemsOf([...inserted, ...all]) },
		people: [...all, ...inserted],
		answered: 16,
		hanging: 2,
	};
}

/** The node whose item has the address that ends the wait of its execution. */
export const linkNode = 'Link';

/** Two sends in a row, with a wait in between. */
export function sendsAroundWait(name: string): CutOffWorkflow {
	const [all, again] = [people(30, name), people(30, `second-${name}`)];
	const set = (nodeName: string, jsonOutput: string) =>
		node(nodeName, 'n8n-nodes-base.set', { mode: 'raw', jsonOutput, options: {} }, { typeVersion: 3.4 });
	const workflow = (path: string) => {
		const line = [
			...calledItems(path),
			send('Send'),
			set(linkNode, '={{ { link: $execution.resumeUrl } }}'),
			node('Wait', 'n8n-nodes-base.wait', { resume: 'webhook', options: {} }, { typeVersion: 1.1 }),
			set('Again', "={{ { all: $('Start').first().json.body.items } }}"),
			node('All', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'all', options: {} }),
			send('Second', "={{ 'second-' + $json.to }}"),
		];
		return workflowOf(line, inLine(line));
	};
	return {
		workflow,
		body: { items: itemsOf(all) },
		people: [...all, ...again],
		answered: 45,
		hanging: 10,
		waits: true,
	};
}

/** An agent that calls the send as its tool, once for each. */
export function agentCalls(name: string, agentVersion: number): CutOffWorkflow {
	const tool = send('Send', "={{ $fromAI('to', 'Recipient', 'string') }}");
	const all = people(16, name);
	const calls = all.map((to) => ({ arguments: { to } }));
	return {
		workflow: (path) => agentBehind(calledItems(path), [{ ...tool, type: `${tool.type}Tool` }], agentVersion),
		body: { items: itemsOf(['somebody']) },
		people: all,
		answered: 8,
		hanging: 1,
		turns: [0, 4, 8, 12].map((at) => calls.slice(at, at + 4)),
	};
}

/** A node that runs several times in an execution: docs/delivery.md, "What a run sends". */
import { NodeConnectionTypes, type IDataObject, type INodeParameters, type INodeType } from 'n8n-workflow';

import { packageName } from '../../scripts/package-nodes';
import { useShortWaits } from '../support/clock';
import { node, runWorkflow, serviceNode, type Finished, type WorkflowJson } from '../support/engine';
import { recipients } from '../support/histories';
import { addNodeType } from '../support/node-types';
import { credential, plainImessage, sentRows, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });
useShortWaits(25);

const description = (name: string, outputs: INodeType['description']['outputs']) => ({
	...{
		displayName: name,
		name,
		group: ['transform' as const],
		version: 1,
		description: 'Of a test',
		properties: [],
	},
	...{ defaults: { name }, inputs: [NodeConnectionTypes.Main], outputs },
});

/** Gives one item to its second output each time, and nothing once all were given: n8n's Loop Over Items. */
addNodeType(`${packageName}.loop`, {
	description: description('loop', [NodeConnectionTypes.Main, NodeConnectionTypes.Main]),
	async execute() {
		const context = this.getContext('node');
		const rest = (context.rest ??= this.getInputData()) as IDataObject[];
		return [[], rest.splice(0, 1) as never];
	},
});

/** Hands its items on as often as its name says. */
addNodeType(`${packageName}.again`, {
	description: description('again', [NodeConnectionTypes.Main]),
	async execute() {
		const isOver = this.getWorkflowDataProxy(0).$runIndex >= Number(this.getNode().name);
		return [isOver ? [] : this.getInputData()];
	},
});

const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];

function loopOverItems(items: IDataObject[]): WorkflowJson {
	return {
		nodes: [
			node('Items', 'items', { items: items as never }),
			node('Loop', 'loop', {}),
			serviceNode('Node', 'phoneServiceMessaging', plainImessage),
		],
		connections: {
			Items: { main: [to('Loop')] },
			Loop: { main: [[], to('Node')] },
			Node: { main: [to('Loop')] },
		},
	};
}

const byHand = async (json: WorkflowJson) => await runWorkflow(json, credential(), { mode: 'manual' });
const sentTo = () => simulator().outbox.map((message) => message.to);

test.each([1, 4])(
	'Loop Over Items of one with %d people, executed three times manually: each gets it once',
	async (count) => {
		const people = recipients(count);
		for (let run = 0; run < 3; run += 1) await byHand(loopOverItems(people));
		expect(sentTo()).toEqual(people.map((person) => person.to));
	},
);

test('a single item is sent at each manual run also where two triggers are connected with the node', async () => {
	const json: WorkflowJson = {
		nodes: [
			node('Items', 'items', { items: recipients(1) as never }),
			node('Schedule', 'items', { items: [] }),
			serviceNode('Node', 'phoneServiceMessaging', plainImessage),
		],
		connections: { Items: { main: [to('Node')] }, Schedule: { main: [to('Node')] } },
	};
	for (let run = 0; run < 2; run += 1) await byHand(json);
	expect(sentTo()).toHaveLength(2);
});

/** Items → the node → by its error output, so many times, the node again. */
function withErrorOutput(items: IDataObject[], options: INodeParameters, times = 1): WorkflowJson {
	const parameters = { ...plainImessage, options: { messagesPerSecond: 0, ...options } };
	return {
		nodes: [
			node('Items', 'items', { items: items as never }),
			serviceNode('Node', 'phoneServiceMessaging', parameters, { onError: 'continueErrorOutput' }),
			node(String(times), 'again', {}),
		],
		connections: {
			Items: { main: [to('Node')] },
			Node: { main: [[], to(String(times))] },
			[times]: { main: [to('Node')] },
		},
	};
}

/** What each round has told by the error output. */
function toldBy(finished: Finished): unknown[][] {
	const rounds = finished.run.data.resultData.runData.Node ?? [];
	return rounds.map(({ data }) =>
		(data?.main ?? []).flatMap((items) => (items ?? []).map(({ json }) => json.status)),
	);
}

test.each([1, 3])(
	'what is unknown in the first of %d more rounds is unknown in the others, and sent once',
	async (times) => {
		simulator().fault({ kind: 'resetAfter', match: { recipient: '+12025550161' } });
		const finished = await runWorkflow(withErrorOutput(recipients(3), {}, times), credential());
		expect(toldBy(finished).slice(1)).toEqual(Array(times).fill(['unknown']));
		expect(sentTo().toSorted()).toEqual(recipients(3).map((person) => person.to));
	},
);

test('the same with two equal messages, one of which was accepted', async () => {
	simulator().fault({ kind: 'resetAfter' });
	const finished = await runWorkflow(withErrorOutput([...recipients(1), ...recipients(1)], {}), credential());
	expect(toldBy(finished)).toEqual([['accepted', 'unknown'], ['unknown']]);
	expect(sentTo()).toHaveLength(2);
});

test('with Send Again If Unknown, the next round sends it again, and a round after that is another message', async () => {
	simulator().fault({ kind: 'resetAfter' });
	const finished = await runWorkflow(
		withErrorOutput(recipients(1), { sendAgainIfUnknown: true }),
		credential(),
	);
	expect(toldBy(finished)).toEqual([['unknown'], ['accepted']]);
	expect(sentTo()).toHaveLength(2);
});

test('what was refused in the first round is sent in the second', async () => {
	simulator().fault({ kind: 'status', status: 403, match: { recipient: '+12025550161' } });
	const finished = await runWorkflow(withErrorOutput(recipients(3), {}), credential());
	expect(toldBy(finished)[1]).toEqual(['accepted']);
	expect(sentTo()).toHaveLength(3);
});

test('Retry On Fail runs a node again also where its first row has a column error: nobody gets a second message', async () => {
	const items = recipients(2).map((one) => ({ ...one, error: 'Bounced in spring' }));
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const rows = await sentRows(items, {}, settings);
	expect(rows).toMatchObject(items.map((one) => ({ ...one, status: 'accepted', already_sent: true })));
	expect(sentTo()).toHaveLength(2);
});

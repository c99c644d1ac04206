/** What comes in from a person, answered over the same channel. */
import type { IBinaryKeyData, IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { useShortWaits } from '../support/clock';
import { node, runWorkflow, serviceNode, type Finished, type WorkflowJson } from '../support/engine';
import { credential, leased, runNode, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });
useShortWaits();

const person = '+12025550162';
const between = { to: person, from: leased.whatsapp };

/** The other person and our number, as the items of a conversation have them. */
const sides = { from: person, to: leased.whatsapp };

/** The message with which the Messaging Trigger has started the workflow. */
function incoming(channel: string): IDataObject {
	return { event: 'messageReceived', channel, ...sides, text: 'Thank you!' };
}

/** One step of a workflow, as a node of this name. */
type Step = (name: string) => INode;

const main = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });

/** A workflow that a message starts: the Messaging Trigger, then the steps one behind the other, the last named Node. */
function startedBy(steps: Step[]): WorkflowJson {
	const trigger = serviceNode('Message Received', 'phoneServiceMessagingTrigger', {}, { typeVersion: 2 });
	const behind = steps.map((step, index) => step(steps[index + 1] ? `Step ${index + 1}` : 'Node'));
	const nodes = [trigger, ...behind];
	const connections = Object.fromEntries(
		behind.map(({ name }, index) => [(nodes[index] as INode).name, main(name)]),
	);
	return { nodes, connections };
}

/** Runs a workflow that a message has started. */
async function runStartedBy(message: IDataObject, steps: Step[], binary?: IBinaryKeyData): Promise<Finished> {
	const pinData = { 'Message Received': [{ json: message, ...(binary && { binary }) }] };
	return await runWorkflow(startedBy(steps), credential(), { pinData, mode: 'manual' });
}

/** A node that nobody has touched but for these parameters. */
const untouched =
	(type: string, parameters: INodeParameters): Step =>
	(name) =>
		serviceNode(name, type, parameters);
const markAsRead = untouched('phoneServiceConversations', { operation: 'markAsRead' });
const showTyping = untouched('phoneServiceConversations', { operation: 'showTyping' });
const react = untouched('phoneServiceConversations', { operation: 'react' });
const reply = untouched('phoneServiceMessaging', { operation: 'reply', message: 'See you at 8' });

/** What an agent leaves of its input. */
const agent: Step = (name) => node(name, 'items', { items: [{ output: 'See you at 8' }] as never });

describe('the conversation of the message that started the workflow', () => {
	test('read, typing and answer need nothing else, and none of them swaps the sides', async () => {
		const finished = await runStartedBy(incoming('imessage'), [markAsRead, showTyping, agent, reply]);
		expect(finished.error).toBeUndefined();
		for (const name of ['Step 1', 'Step 2', 'Node']) {
			expect(finished.json(name)).toMatchObject([{ ...sides, status: 'accepted' }]);
		}
		expect(simulator().signals).toMatchObject([{ kind: 'read' }, { kind: 'typing' }]);
		expect(simulator().outbox).toMatchObject([between]);
	});

	test('the files of the message stay with its item, for the agent behind', async () => {
		const pinned = {
			json: incoming('imessage'),
			binary: { attachment_0: { data: 'aGk=', mimeType: 'image/png' } },
		};
		const finished = await runStartedBy(pinned.json, [markAsRead, showTyping], pinned.binary);
		for (const name of ['Step 1', 'Node'])
			expect(finished.outputs(name)[0]).toMatchObject([{ binary: pinned.binary }]);
	});

	test('is that of the message which was delivered, or not', async () => {
		const failed = { event: 'deliveryFailed', channel: 'text', ...between };
		await runStartedBy(failed, [reply]);
		expect(simulator().outbox).toMatchObject([{ ...between, channel: 'text' }]);
	});

	const courtesies = { 'Mark as Read': markAsRead, 'Show Typing': showTyping, React: react };

	test.each([
		['imessage', []],
		['whatsapp', ['Mark as Read is not possible over WhatsApp']],
		['text', Object.keys(courtesies).map((name) => `${name} is not possible over SMS/RCS`)],
	])('a courtesy that %s lacks lets its item through, and the answer is sent', async (channel, reasons) => {
		const message = { ...incoming(channel), chatInput: 'Thank you!' };
		const finished = await runStartedBy(message, [...Object.values(courtesies), reply]);
		expect(finished.error).toBeUndefined();
		const rows = ['Step 1', 'Step 2', 'Step 3'].flatMap((name) => finished.json(name));
		const skipped = rows.filter(({ status }) => status === 'skipped');
		expect(skipped.map(({ reason }) => reason)).toEqual(reasons);
		expect(skipped).toMatchObject(skipped.map(() => ({ ...sides, chatInput: 'Thank you!' })));
		expect(simulator().outbox).toMatchObject([{ ...between, channel, message: 'See you at 8' }]);
	});

	test('a Custom Emoji lets an item of another channel through, too', async () => {
		const emoji = { operation: 'react', reaction: 'custom', customEmoji: '🎉' };
		const finished = await runStartedBy(incoming('imessage'), [
			untouched('phoneServiceConversations', emoji),
		]);
		expect(finished.json()).toMatchObject([
			{ ...sides, status: 'skipped', reason: 'Custom Emoji is for WhatsApp only' },
		]);
		expect(simulator().requests).toEqual([]);
	});

	test.each([
		['Mark as Read is not possible over SMS/RCS', 'phoneServiceConversations', 'markAsRead', {}],
		['React is not possible over SMS/RCS', 'phoneServiceConversations', 'react', { onMessage: 'Hi' }],
	])(
		'a courtesy over a channel that was chosen by hand fails: %s',
		async (message, type, operation, more) => {
			const chosenByHand = { conversation: 'chosen', channel: 'text', ...between, ...more };
			const finished = await runNode(type, { operation, ...chosenByHand });
			expect(finished.error?.message).toBe(message);
			expect(simulator().requests).toEqual([]);
		},
	);

	test.each(['Message Received', 'Second'])(
		'in the editor with two triggers pinned, it is that of the one that started: %s',
		async (start) => {
			const workflow = startedBy([reply]);
			const second = serviceNode('Second', 'phoneServiceMessagingTrigger', {}, { typeVersion: 2 });
			workflow.nodes.push(second);
			workflow.connections.Second = main('Node');
			const other = { ...incoming('text'), from: '+12025550163', to: leased.sms };
			const pinData = { 'Message Received': [{ json: incoming('imessage') }], Second: [{ json: other }] };
			await runWorkflow(workflow, credential(), { pinData, mode: 'manual', start });
			const sent = start === 'Second' ? { to: other.from, from: other.to, channel: 'text' } : between;
			expect(simulator().outbox).toMatchObject([sent]);
		},
	);

	test('an answer is no courtesy: over a channel that nobody knows, it fails', async () => {
		const finished = await runStartedBy(incoming('pigeon'), [reply]);
		expect(finished.error?.message).toBe('Reply is not possible over "pigeon"');
	});

	const numberless = /does not say which of your numbers it belongs to$/;
	const noNumber = /^Your number in the message that started this workflow /;

	test.each<[unknown, RegExp | undefined]>([
		[null, numberless],
		[undefined, numberless],
		['', numberless],
		[' ', numberless],
		[[], numberless],
		[[leased.whatsapp], numberless],
		[{ number: leased.whatsapp }, numberless],
		[14155550100, numberless],
		['unknown', noNumber],
		['22395', noNumber],
		['415-555-0100', noNumber],
		['ours@example.com', noNumber],
		[`${leased.imessage}, ${leased.whatsapp}`, noNumber],
		[leased.whatsapp, undefined],
		[leased.whatsapp.replace('+1', '+1 '), undefined],
	])('a message to %j of ours is answered from that number, or not at all', async (to, fault) => {
		const { error } = await runStartedBy({ ...incoming('imessage'), to } as IDataObject, [reply]);
		if (fault) expect(error?.message).toMatch(fault);
		expect(simulator().outbox.map(({ from }) => from)).toEqual(fault ? [] : [leased.whatsapp]);
	});

	test('a sub-workflow does not know the message of the workflow above: the error says so, and fields that are handed over answer it', async () => {
		const answer = { operation: 'reply', message: 'See you at 8' };
		const handedOver = { items: [incoming('imessage')] };
		const failed = await runNode('phoneServiceMessaging', answer, handedOver);
		expect(failed.error).toMatchObject({
			message: 'No message has started this workflow',
			description: expect.stringMatching(
				/Choose Below.*In a sub-workflow, only that is possible: hand them over to it\.$/,
			),
		});
		expect(simulator().requests).toEqual([]);
		const fields = { channel: 'channel', to: 'from', from: 'to' };
		const chosen = Object.entries(fields).map(([name, field]) => [name, `={{ $json.${field} }}`] as const);
		const parameters = { ...answer, conversation: 'chosen', ...Object.fromEntries(chosen) };
		await runNode('phoneServiceMessaging', parameters, handedOver);
		expect(simulator().outbox).toMatchObject([between]);
	});
});

test('Reply in a chosen conversation takes three attachments over SMS/RCS, and ten over iMessage', async () => {
	const attachments = Array.from({ length: 4 }, () => 'https://example.com/picture.jpg');
	const parameters = {
		operation: 'reply',
		conversation: 'chosen',
		channel: '={{ $json.channel }}',
		to: person,
		from: leased.whatsapp,
		message: 'See you at 8',
		attachments,
	};
	const items = [incoming('text'), incoming('imessage')];
	await runNode('phoneServiceMessaging', parameters, {
		items,
		settings: { onError: 'continueRegularOutput' },
	});
	expect(simulator().outbox).toMatchObject([{ channel: 'imessage', attachments }]);
});

test('what the service says of a signal takes the place of no field of the list', async () => {
	const chosen = { conversation: 'chosen', channel: 'imessage', ...between };
	const items = [{ message: 'Your table is ready', status: 'new' }];
	const parameters = { operation: 'markAsRead', ...chosen };
	const [item] = (await runNode('phoneServiceConversations', parameters, { items })).json();
	expect(item).toMatchObject({ ...items[0], sent_status: 'accepted' });
});

describe('React', () => {
	async function reacted(channel: string, chosen: INodeParameters): Promise<Finished> {
		const parameters = { operation: 'react', ...chosen };
		return await runStartedBy(incoming(channel), [untouched('phoneServiceConversations', parameters)]);
	}

	test.each([
		['imessage', { reaction: 'laugh' }, { tapback: 'laugh' }],
		['whatsapp', { reaction: 'laugh' }, { reaction: '😂' }],
		['whatsapp', { reaction: 'custom', customEmoji: ':tada:' }, { reaction: ':tada:' }],
	])('over %s: %j is sent as %j', async (channel, chosen, sent) => {
		const finished = await reacted(channel, chosen);
		expect(finished.error).toBeUndefined();
		expect(finished.json()).toMatchObject([{ ...sides, status: 'accepted' }]);
		expect(simulator().requests).toMatchObject([{ body: { to: person, message: 'Thank you!', ...sent } }]);
		expect(simulator().signals).toMatchObject([{ kind: 'reaction', channel, on: 'Thank you!' }]);
	});

	test('in a chosen conversation: the item has the sides as the service got them', async () => {
		const chosen = {
			conversation: 'chosen',
			channel: 'imessage',
			to: '+1 (202) 555-0162',
			from: '={{ ["+14155550101", "+14155550101"] }}',
			onMessage: 'Thank you!',
		};
		const finished = await reacted('imessage', chosen);
		expect(finished.json()).toMatchObject([{ from: person, sent_to: leased.immediate, status: 'accepted' }]);
	});
});

/** Conversations as the service tells of them; and each way in which providers differ. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { whileAnswered } from '../hostile/service-answers';
import { useShortWaits } from '../support/clock';
import { leased, runNode, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });
useShortWaits();

const person = '+12025550162';
const between = { to: person, from: leased.whatsapp };

/** The other person and our number, as the items of a conversation have them. */
const sides = { from: person, to: leased.whatsapp };

const chosen = { conversation: 'chosen', channel: 'imessage', ...between };
const getConversation = { operation: 'getConversation', ...chosen };

describe('Get Conversation', () => {
	test('has the newest message first, each with its direction', async () => {
		const { messages } = await conversation();
		expect(messages).toMatchObject([
			{ direction: 'incoming', text: 'Can we come at 8 instead?' },
			{ direction: 'incoming', text: 'Thank you!' },
			{ direction: 'outgoing', text: 'Your table for two is booked for 7 pm' },
		]);
	});

	async function conversation(parameters: object = {}): Promise<IDataObject> {
		const finished = await runNode('phoneServiceConversations', { ...getConversation, ...parameters });
		expect(finished.error).toBeUndefined();
		return finished.json()[0] as IDataObject;
	}

	test('Unanswered Only: what came since our last message, and nothing once it is answered', async () => {
		expect(await conversation({ unansweredOnly: true })).toMatchObject({
			count: 2,
			chatInput: 'Thank you!\nCan we come at 8 instead?',
			sessionId: `imessage:${leased.whatsapp}:${person}`,
		});
		await runNode('phoneServiceMessaging', { operation: 'sendImessage', ...between, message: 'Of course' });
		expect(await conversation({ unansweredOnly: true })).toMatchObject({ count: 0, chatInput: '' });
	});

	test.each([
		['+12025550160', true],
		[person, false],
	])('of %s: flagged is %s', async (to, isFlagged) => {
		await runNode('phoneServiceMessaging', { operation: 'sendImessage', ...between, to, message: 'Hello' });
		expect(await conversation({ to })).toMatchObject({ filtered: isFlagged, marked_as_spam: isFlagged });
	});
});

describe('answers in which providers differ', () => {
	async function answered(data: object, parameters: INodeParameters): Promise<IDataObject> {
		const finished = await whileAnswered(
			data,
			async (baseUrl) => await runNode('phoneServiceConversations', parameters, { baseUrl }),
		);
		expect(finished.error).toBeUndefined();
		return finished.json()[0] as IDataObject;
	}

	async function conversationOf(data: object, parameters: object = {}): Promise<IDataObject> {
		return await answered(data, { ...getConversation, ...parameters });
	}

	test.each([{ status: 'removed', message: 'gone' }, { message_id: 'imsg_1' }, { status: 'stopped' }])(
		'a reaction may be answered by %j',
		async (answer) => {
			const item = await answered(answer, { operation: 'react', ...chosen, onMessage: 'Hi' });
			expect(item).toMatchObject({ ...answer, ...sides, status: 'accepted' });
		},
	);

	const one = { to: leased.whatsapp, from: person, message: 'Hi', timestamp: '2026-01-01T00:00:00Z' };

	test('messages may lack read, delivery and risk, and the chat its marks', async () => {
		expect(await conversationOf({ conversation: [one] })).toMatchObject({
			count: 1,
			filtered: false,
			messages: [{ direction: 'incoming', read_at: null, status: null, attachments: [] }],
		});
	});

	test('a message of which the service gives no time stays where it stood: it has answered what came before', async () => {
		const answer = { ...one, to: person, from: leased.whatsapp, message: 'Yes', timestamp: null };
		const data = { conversation: [answer, one] };
		expect((await conversationOf(data)).messages).toMatchObject([{ text: 'Yes' }, { text: 'Hi' }]);
		expect(await conversationOf(data, { unansweredOnly: true })).toMatchObject({ count: 0, chatInput: '' });
	});

	test('a long text is cut', async () => {
		const long = { ...one, message: 'x'.repeat(20_000) };
		const { messages } = await conversationOf({ conversation: [long] });
		expect(String((messages as IDataObject[])[0]?.text)).toHaveLength(5_001);
	});

	test.each([
		['of which it knows our own messages alone', [leased.whatsapp], 1],
		['of which it counts those of the answer', [leased.whatsapp, person], 2],
		['of which it counts all', [person, leased.whatsapp], 40],
		['that nobody has answered', [person, person], 2],
		['without any message', [], 0],
	])('a text conversation %s', async (_, authors, total) => {
		const conversation = authors.map((from, index) => {
			const to = from === person ? leased.whatsapp : person;
			return { to, from, message: 'Hi', timestamp: 1_790_000_000_000 - index, attachments: [] };
		});
		const chat = { limit: 50, total, count: authors.length };
		expect(await conversationOf({ conversation, reactions: [], chat }, { channel: 'text' })).toMatchObject({
			count: authors.length,
			messages: authors.map((from) => ({ direction: from === person ? 'incoming' : 'outgoing' })),
		});
		const unanswered = { channel: 'text', unansweredOnly: true };
		const count = [...authors, leased.whatsapp].indexOf(leased.whatsapp);
		expect(await conversationOf({ conversation, chat }, unanswered)).toMatchObject({ count });
	});

	test('shows reactions and who made them', async () => {
		const said = { reaction: 'love', on: 'Hi', action: 'add' };
		const theirs = { ...said, to: leased.whatsapp, from: person, timestamp: 1 };
		const ours = { ...theirs, to: person, from: leased.whatsapp };
		const data = { conversation: [], reactions: [theirs, ours] };
		const shown = { ...said, at: '1970-01-01T00:00:01.000Z' };
		expect((await conversationOf(data, { channel: 'text' })).reactions).toEqual([
			{ direction: 'incoming', ...shown },
			{ direction: 'outgoing', ...shown },
		]);
	});
});

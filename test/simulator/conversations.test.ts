import { leased } from '../support/leased-numbers';
import { get, inPath, ordinary, post, simulator, useSimulator } from './support';

useSimulator();

const from = leased.whatsapp;
const hasWritten = '+12025550162';
const flagsSenders = '+12025550160';

async function send(
	channel: 'imessage' | 'text' | 'whatsapp',
	to: string,
	message = 'Hello',
): Promise<string> {
	return (await post(`/send/${channel}`, { to, from, message })).data.data.message_id;
}

/** The history between a person and a number, newest first. */
async function history(channel: 'imessage' | 'text', to: string, query = '', limit = 20) {
	const path = `/conversations/history/${channel}/${inPath(to)}/${inPath(from)}/${limit}${query}`;
	return (await get(path)).data.data;
}

afterEach(() => expect(simulator().violations).toEqual([]));

test('public material: the reputation of a number halves with each person who reports it as spam', async () => {
	const reputations = async () => {
		const [listed] = (await get('/numbers/leased')).data.data.numbers;
		const { health } = (await get(`/numbers/${inPath(from)}`)).data.data;
		return [listed.id === from && listed.health.reputation, health.reputation];
	};
	await send('imessage', ordinary);
	expect(await reputations()).toEqual([1, 1]);
	await send('imessage', flagsSenders);
	await send('imessage', flagsSenders);
	expect(await reputations()).toEqual([0.5, 0.5]);
});

describe('public material: the history of a conversation', () => {
	test.each([
		['imessage', 4],
		['text', 2],
	] as const)('%s: counts %i of at most 2', async (channel, total) => {
		await send(channel, hasWritten, 'Of course');
		const { conversation: messages, chat } = await history(channel, hasWritten, '', 2);
		expect(messages).toMatchObject([{ message: 'Of course' }, { message: 'Can we come at 8 instead?' }]);
		expect(chat).toMatchObject({ limit: 2, total, count: 2 });
	});

	test('has what came in from a phone, over its own channel', async () => {
		simulator().write({ from: ordinary, to: from, channel: 'text', text: 'Hi' });
		expect((await history('text', ordinary)).conversation).toMatchObject([{ message: 'Hi' }]);
		expect((await history('imessage', ordinary)).conversation).toEqual([]);
	});

	test('has the events of delivery where they are asked for, with ISO times', async () => {
		await send('text', ordinary);
		const { conversation: messages } = await history('text', ordinary, '?tracking=true');
		expect(messages[0].tracking).toEqual([
			{
				event: 'text.delivery.confirmed',
				title: 'Message Delivered',
				timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
			},
		]);
		expect((await history('text', ordinary)).conversation[0].tracking).toBeUndefined();
	});
});

test.each([
	['imessage', ordinary, 'delivered'],
	['imessage', '+12025550110', 'failed'],
	['imessage', '+12025550161', 'delayed'],
	['text', '+12025550113', 'failed'],
] as const)('public material: a message over %s to %s is %s', async (channel, to, status) => {
	const id = await send(channel, to);
	const { data } = (await get(`/conversations/history/message/${id}`)).data;
	expect(data).toMatchObject({ id, to, from, message: 'Hello', status, attachments: [] });
});

describe('public material: what a person does beside writing', () => {
	test('the messages of the other side are read', async () => {
		await post('/send/imessage/read', { to: hasWritten, from });
		const [newest] = (await history('imessage', hasWritten)).conversation;
		expect(newest.read).toBeGreaterThan(0);
	});

	test('a tapback is on the latest message with its text, and in the history', async () => {
		const body = { to: hasWritten, from, action: 'add', tapback: 'love' };
		const react = async (message: string) => await post('/send/imessage/reactions', { ...body, message });
		expect((await react('Nobody wrote this')).status).toBe(400);
		expect((await react('Thank you!')).data.data.status).toBe('added');
		expect((await history('imessage', hasWritten)).reactions).toMatchObject([
			{ reaction: 'love', on: 'Thank you!', action: 'added', from },
		]);
	});

	test('a reaction to a text is a text of its own', async () => {
		const body = { action: 'add', reaction: 'haha' };
		const id = await send('text', ordinary, 'A joke');
		const byId = await post('/send/text/reactions', { ...body, message_id: id });
		expect(byId.data.data.message_id).toMatch(/^text_/);
		await post('/send/text/reactions', { ...body, to: hasWritten, from, message: 'Thank you!' });
		expect(simulator().outbox.slice(1)).toMatchObject([
			{ to: ordinary, message: 'Laughed at “A joke”' },
			{ to: hasWritten, message: 'Laughed at “Thank you!”' },
		]);
	});
});

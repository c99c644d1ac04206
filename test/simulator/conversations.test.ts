import { leased } from '../support/leased-numbers';
import { get, inPath, ordinary, post, simulator, useSimulator } from './support';

useSimulator();

const from = leased.whatsapp;
const hasWritten = '+12025550162';
const flagsSenders = '+12025550160';

async function send(channel: 'imessage' | 'text', to: string, message = 'Hello'): Promise<string> {
	return (await post(`/send/${channel}`, { to, from, message })).data.data.message_id;
}

/** The history between a person and a number, newest first. */
async function history(channel: 'imessage' | 'text', to: string) {
	return (await get(`/conversations/history/${channel}/${inPath(to)}/${inPath(from)}/20`)).data.data;
}

afterEach(() => expect(simulator().violations).toEqual([]));

describe('public material', () => {
	test('the reputation of a number halves with each person who reports it as spam', async () => {
		for (const to of [ordinary, flagsSenders, flagsSenders]) await send('imessage', to);
		expect((await get(`/numbers/${inPath(from)}`)).data.data.health.reputation).toBe(0.5);
	});

	test('a history has what came in from a phone, over its own channel', async () => {
		simulator().write({ from: ordinary, to: from, channel: 'text', text: 'Hi' });
		expect((await history('text', ordinary)).conversation).toMatchObject([{ message: 'Hi' }]);
		expect((await history('imessage', ordinary)).conversation).toEqual([]);
	});

	test.each([
		['imessage', ordinary, 'delivered'],
		['imessage', '+12025550110', 'failed'],
		['imessage', '+12025550161', 'delayed'],
		['text', '+12025550113', 'failed'],
	] as const)('a message over %s to %s is %s', async (channel, to, status) => {
		const id = await send(channel, to);
		const { data } = (await get(`/conversations/history/message/${id}`)).data;
		expect(data).toMatchObject({ id, to, from, message: 'Hello', status, attachments: [] });
	});

	test('the messages of the other side are read', async () => {
		await post('/send/imessage/read', { to: hasWritten, from });
		const [newest] = (await history('imessage', hasWritten)).conversation;
		expect(newest.read).toBeGreaterThan(0);
	});

	test('a tapback is on the latest message with its text, and in the history', async () => {
		const body = { to: hasWritten, from, action: 'add', tapback: 'love' };
		const react = async (message: string) => await post('/send/imessage/reactions', { ...body, message });
		expect((await react('Nobody wrote this')).status).toBe(400);
		await react('Thank you!');
		expect((await history('imessage', hasWritten)).reactions).toMatchObject([
			{ reaction: 'love', on: 'Thank you!', action: 'added', from },
		]);
	});

	test('a reaction to a text is a text of its own', async () => {
		const message_id = await send('text', ordinary, 'A joke');
		await post('/send/text/reactions', { action: 'add', reaction: 'haha', message_id });
		expect(simulator().outbox).toMatchObject([{}, { to: ordinary, message: 'Laughed at “A joke”' }]);
	});
});

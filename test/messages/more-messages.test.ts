/** "Wait for More": several messages in a row start the workflow once. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { demoToken } from '../../simulator/accounts';
import { demoWebhookSecret } from '../../simulator/webhook-events';
import { useShortWaits } from '../support/clock';
import { useMessageHosts, type MessageHost } from '../support/message-host';
import { deleteDue } from '../support/processed-data';
import { credential, leased, sentElsewhere, simulator, useSimulator } from '../support/simulated';

useSimulator();
const passes = useShortWaits();

const [person, other] = ['+12025550199', '+12025550160'];
const to = leased.imessage;
const hostOf = useMessageHosts();
let host: MessageHost;

async function listen(parameters: INodeParameters = {}, waitForMore = 1): Promise<void> {
	const options = { waitForMore, ...(parameters.options as object) };
	const account = { ...credential(demoToken), webhookSecret: demoWebhookSecret };
	host = await hostOf({ ...parameters, options }, { credential: account });
	simulator().set({ webhookUrl: host.url, sendRate: false });
}

async function write(...texts: string[]): Promise<void> {
	for (const text of texts) simulator().write({ from: person, to, text });
	await simulator().webhook.settled();
}

/** What an item brings, also one that comes alone. */
const messagesOf = ({ messages, text }: IDataObject) =>
	((messages ?? [{ text }]) as Array<{ text: string }>).map((message) => message.text);

test('three in the same second come as one, oldest first, and each person apart', async () => {
	await listen();
	await write('Hi', 'is table 4 free?', 'at 8');
	simulator().write({ from: other, to, text: 'Hello' });
	await simulator().webhook.settled();
	const items = (await host.json()).sort((one) => (one.from === person ? -1 : 1));
	expect(items.map(({ from, chatInput }) => [from, chatInput])).toEqual([
		[person, 'Hi\nis table 4 free?\nat 8'],
		[other, 'Hello'],
	]);
	expect(items.map(messagesOf)).toEqual([['Hi', 'is table 4 free?', 'at 8'], ['Hello']]);
	expect(host.executions).toHaveLength(4);
});

test('with Download Attachments, the last one brings the files of all', async () => {
	await listen({ options: { downloadAttachments: true } });
	for (const photo of [true, true, false]) {
		simulator().write({ from: person, to, text: photo ? '' : 'What are these?', photo });
		passes(1_000);
	}
	await simulator().webhook.settled();
	const [item, ...others] = (await host.items()).flat();
	expect(others).toEqual([]);
	expect(item?.json).toMatchObject({ chatInput: 'What are these?', attachments: [{}, {}] });
	expect(Object.keys(item?.binary ?? {})).toEqual(['attachment_0', 'attachment_1']);
});

test.each([['What are these?'], ['']])(
	'photos of the same second all come, also without a text: %s',
	async (text) => {
		await listen();
		for (const photo of [true, true]) simulator().write({ from: person, to, text: '', photo });
		if (text !== '') simulator().write({ from: person, to, text });
		await simulator().webhook.settled();
		const [item, ...others] = await host.json();
		expect(others).toEqual([]);
		expect(item?.attachments).toHaveLength(2);
	},
);

test('one that comes later than the wait is brought alone, also while the earlier ones are being answered', async () => {
	await listen();
	await write('Hi');
	await host.json();
	passes(12_000);
	await write('Are you there?');
	await sentElsewhere({ to: person, message: 'Yes, it is' });
	expect((await host.json()).map(({ chatInput }) => chatInput)).toEqual(['Hi', 'Are you there?']);
});

test('the same text twice in a second is one message, and nothing is brought twice', async () => {
	await listen();
	await write('ok', 'ok');
	expect((await host.json()).map(messagesOf)).toEqual([['ok']]);
});

test('a message that the conversation does not show yet is not lost', async () => {
	await listen();
	simulator().set({ historyDelayMs: 60_000 });
	await write('Hi');
	expect((await host.json()).map(messagesOf)).toEqual([['Hi']]);
});

describe('no message is lost, and none is brought twice', () => {
	const brought = (items: IDataObject[]) => items.map(messagesOf);

	/** Has the person write without an event. */
	async function writeUnheard(text: string): Promise<void> {
		simulator().set({ webhookUrl: '' });
		await write(text);
		simulator().set({ webhookUrl: host.url });
	}

	test('where the event of the last one never comes, an earlier one brings it, and a Retry does again', async () => {
		await listen();
		await write('Hi');
		passes(500);
		await writeUnheard('is table 4 free?');
		expect(brought(await host.json())).toEqual([['Hi', 'is table 4 free?']]);
		expect(brought(await host.retry(0))).toEqual([['Hi', 'is table 4 free?']]);
		passes(60_000);
		await write('Hello?');
		expect(brought(await host.json()).at(-1)).toEqual(['Hello?']);
	});

	test('where the event of the last one comes late, that brings nothing more', async () => {
		await listen();
		await write('Hi');
		passes(500);
		await writeUnheard('is table 4 free?');
		expect(await host.json()).toHaveLength(1);
		expect((await host.post(simulator().events.at(-1)?.event)).status).toBe(200);
		expect(await host.json()).toHaveLength(1);
		expect(host.executions).toHaveLength(2);
	});

	test('a Retry of one that was brought brings it again, although something newer came, and that does not bring it', async () => {
		await listen();
		await write('cancel order 5');
		await host.json();
		passes(20_000);
		await write('and thanks');
		expect(brought(await host.json())).toEqual([['cancel order 5'], ['and thanks']]);
		expect(brought(await host.retry(0))).toEqual([['cancel order 5']]);
		expect(brought(await host.retry(1))).toEqual([['and thanks']]);
		expect(brought(await host.retry(0))).toEqual([['cancel order 5']]);
	});

	test('also a day later, when n8n has forgotten what was brought: with a new message, and by a Retry', async () => {
		await listen();
		for (const text of ['order 5', 'and 6']) {
			await write(text);
			await host.json();
			passes(600_000);
		}
		passes(25 * 60 * 60_000);
		await deleteDue(Date.now());
		await write('Hello?');
		expect(brought(await host.json())).toEqual([['order 5'], ['and 6'], ['Hello?']]);
		expect(brought(await host.retry(0))).toEqual([['order 5']]);
	});

	test.each([[[0, 1, 2]], [[2, 1, 0]], [[1, 2, 0, 1, 2]]])(
		'n8n is killed while three wait; Retries in the order %j bring each in one execution',
		async (order) => {
			await listen();
			host.isKilled = true;
			for (const text of ['Hi', 'is table 4 free?', 'at 8']) {
				await write(text);
				passes(1_000);
			}
			const [first, ...others] = [...new Set(order)];
			const ofFirst = brought(await host.retry(Number(first)));
			const ofOthers: string[][] = [];
			for (const event of others) ofOthers.push(...brought(await host.retry(event)));
			expect([...ofFirst, ...ofOthers].flat().sort()).toEqual(['Hi', 'at 8', 'is table 4 free?']);
			expect(brought(await host.retry(Number(first)))).toEqual(ofFirst);
		},
	);

	test.each([
		['the first conversation that is read fails', 1],
		['two fail', 2],
		['all fail', 0],
	])('%s: each message comes once', async (_, times) => {
		await listen();
		const match = { operationId: 'getImessageHistory' } as const;
		simulator().fault({ kind: 'status', status: 503, times, match });
		for (const text of ['Hi', 'is table 4 free?', 'at 8']) {
			await write(text);
			passes(300);
		}
		expect(
			brought(await host.json())
				.flat()
				.sort(),
		).toEqual(['Hi', 'at 8', 'is table 4 free?']);
	});
});

test.each([['messageReceived', 'optOut'], ['messageReceived']])(
	'STOP right behind a message does not keep that from starting the workflow, and is no part of it: %j %j',
	async (...events) => {
		await listen({ events }, 3);
		await write('Hi');
		passes(1_000);
		await write('“Stop”');
		passes(1_000);
		await write('Bye');
		const items = (await host.json()).map(({ event, messages }) => [event, messages]).sort();
		expect(items).toMatchObject(
			[
				['messageReceived', [{ text: 'Hi' }, { text: 'Bye' }]],
				['optOut', undefined],
			].slice(0, events.length),
		);
	},
);

test('a tapback that comes as a text takes no message along, and is no part of one', async () => {
	await listen({}, 3);
	await write('is table 4 free?');
	passes(1_000);
	await write('Loved “See you at noon”');
	const items = (await host.json()).map(({ reaction, chatInput }) => [reaction, chatInput]);
	expect(items.sort()).toEqual(
		[
			[null, 'is table 4 free?'],
			['love', 'Loved “See you at noon”'],
		].sort(),
	);
});

test('where the provider has no conversations, each message comes alone, and the run says so', async () => {
	await listen();
	simulator().set({ publicMaterial: false });
	await write('Hi', 'Hello');
	expect((await host.json()).map(({ chatInput }) => chatInput).sort()).toEqual(['Hello', 'Hi']);
	expect(host.executions[0]?.hints('Trigger')).toEqual([
		'Wait for More brings this message alone: the provider does not offer conversations (404).',
	]);
});

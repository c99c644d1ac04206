/** "Wait for More": several messages in a row start the workflow once. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { demoToken } from '../../simulator/accounts';
import { demoWebhookSecret } from '../../simulator/webhook-events';
import { useShortWaits } from '../support/clock';
import { MessageHost } from '../support/message-host';
import { credential, leased, simulator, useSimulator } from '../support/simulated';

useSimulator();
const passes = useShortWaits();

const [person, other] = ['+12025550199', '+12025550160'];
const to = leased.imessage;
let host: MessageHost;

async function listen(parameters: INodeParameters = {}, waitForMore = 1): Promise<void> {
	const options = { waitForMore, ...(parameters.options as object) };
	const account = { ...credential(demoToken), webhookSecret: demoWebhookSecret };
	host = await new MessageHost({ ...parameters, options }, { credential: account }).start();
	simulator().set({ webhookUrl: host.url, sendRate: false });
}
afterEach(() => host.stop());

async function write(...texts: string[]): Promise<void> {
	for (const text of texts) simulator().write({ from: person, to, text });
	await simulator().webhook.settled();
}

async function brought(): Promise<IDataObject[]> {
	return (await host.items()).flat().map(({ json }) => json);
}

const messagesOf = ({ messages }: IDataObject) =>
	(messages as Array<{ text: string }>).map(({ text }) => text);

async function answer(): Promise<void> {
	const headers = { authorization: `Bearer ${demoToken}`, 'content-type': 'application/json' };
	const body = JSON.stringify({ to: person, from: to, message: 'Yes, it is' });
	expect((await fetch(`${simulator().url}/send/imessage`, { method: 'POST', headers, body })).status).toBe(
		200,
	);
}

test('three in the same second come as one, oldest first, and each person apart', async () => {
	await listen();
	await write('Hi', 'is table 4 free?', 'at 8');
	simulator().write({ from: other, to, text: 'Hello' });
	await simulator().webhook.settled();
	const items = await brought();
	expect(items.map(({ from, chatInput }) => [from, chatInput])).toEqual([
		[person, 'Hi\nis table 4 free?\nat 8'],
		[other, 'Hello'],
	]);
	expect(items.map(messagesOf)).toEqual([['Hi', 'is table 4 free?', 'at 8'], ['Hello']]);
	expect(host.executions).toHaveLength(4);
});

test('of messages a second apart, the last one brings all', async () => {
	await listen();
	for (const text of ['Hi', 'is table 4 free?', 'at 8']) {
		await write(text);
		passes(1_000);
	}
	expect(await brought()).toMatchObject([{ text: 'at 8', chatInput: 'Hi\nis table 4 free?\nat 8' }]);
});

test('one that comes later than the wait is brought alone, also while the earlier ones are being answered', async () => {
	await listen();
	await write('Hi');
	await brought();
	passes(12_000);
	await write('Are you there?');
	await answer();
	expect((await brought()).map(({ chatInput }) => chatInput)).toEqual(['Hi', 'Are you there?']);
});

test('the same text twice in a second is one message, and nothing is brought twice', async () => {
	await listen();
	await write('ok', 'ok');
	expect((await brought()).map(messagesOf)).toEqual([['ok']]);
});

test('a message that the conversation does not show yet is not lost', async () => {
	await listen();
	simulator().set({ historyDelayMs: 60_000 });
	await write('Hi');
	expect((await brought()).map(messagesOf)).toEqual([['Hi']]);
});

test('STOP does not wait where opt-outs are waited for', async () => {
	await listen({ events: ['messageReceived', 'optOut'] });
	await write('Hi', 'STOP');
	expect((await brought()).map(({ event, text }) => [event, text]).sort()).toEqual([
		['messageReceived', 'Hi'],
		['optOut', 'STOP'],
	]);
});

test('without it, each message starts the workflow at once, and no conversation is read', async () => {
	await listen({}, 0);
	await write('Hi', 'Hello');
	expect((await brought()).map(({ chatInput }) => chatInput)).toEqual(['Hi', 'Hello']);
	expect(simulator().requests).toEqual([]);
});

test('where the provider has no conversations, each message comes alone, and the run says so', async () => {
	await listen();
	simulator().set({ publicMaterial: false });
	await write('Hi', 'Hello');
	expect((await brought()).map(({ chatInput }) => chatInput)).toEqual(['Hi', 'Hello']);
	expect(host.executions[0]?.hints('Trigger')).toEqual([
		'Wait for More brings this message alone: the provider does not offer conversations (404).',
	]);
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { node, runWorkflow, workflowAround } from '../support/engine';
import { credential, plainImessage, runNode, sentRows, simulator, useSimulator } from '../support/simulated';

useSimulator();

const items = ['+12025550160', '+12025550161'].map((to) => ({ to }));

/** Sends the messages in an execution of its own, each with its recipient as key. */
async function sent(account: { baseUrl?: string; token?: string } = {}): Promise<IDataObject[]> {
	const options = { messagesPerSecond: 0, idempotencyKey: '=spring {{ $json.to }}' };
	const finished = await runNode(
		'phoneServiceMessaging',
		{ ...plainImessage, options },
		{ items, ...account },
	);
	return finished.json();
}

describe('a message with an idempotency key', () => {
	test('is sent by one execution, and told as sent by the next', async () => {
		expect(await sent()).toEqual(
			items.map(({ to }) => expect.objectContaining({ to, message_id: expect.any(String) })),
		);
		expect(await sent()).toMatchObject(
			items.map(({ to }) => ({
				to,
				status: 'accepted',
				reason: null,
				already_sent: true,
			})),
		);
		expect(simulator().outbox).toHaveLength(2);
	});

	test.each([false, true])(
		'in ten items of two executions at once is sent once (Send Again If Unknown: %s)',
		async (sendAgainIfUnknown) => {
			const options = { messagesPerSecond: 0, idempotencyKey: '={{ $json.to }}', sendAgainIfUnknown };
			const ten = Array.from({ length: 10 }, () => ({ ...items[0] }));
			simulator().set({ latencyMs: 100 });
			const run = async () => await sentRows(ten, { options });
			const rows = (await Promise.all([run(), run()])).flat();
			expect(rows.map(({ status }) => status)).toEqual(Array(20).fill('accepted'));
			expect(rows.filter(({ already_sent: isBefore }) => isBefore)).toHaveLength(19);
			expect(simulator().outbox).toHaveLength(1);
		},
	);

	test('is told with the number that it came from', async () => {
		const from = '+14155550100, +14155550101, +12125550102';
		const options = { messagesPerSecond: 0, idempotencyKey: '={{ $json.to }}' };
		const run = async () => await sentRows(items, { from, options });
		await run();
		const senders = simulator().outbox.map(({ to, from: sender }) => ({ to, from: sender }));
		expect(await run()).toMatchObject(
			items.map(({ to }) => ({ ...senders.find((one) => one.to === to), already_sent: true })),
		);
	});

	test.each([false, true])(
		'is an error of its item where the key was used for another recipient, in the same execution or another one (Send Again: %s)',
		async (sendAgain) => {
			const options = { messagesPerSecond: 0, idempotencyKey: 'spring' };
			const run = async (more: object = {}) => await sentRows(items, { options: { ...options, ...more } });
			const other = {
				to: items[1]?.to,
				status: 'failed',
				reason: expect.stringMatching(/^The idempotency key stands for a message to another recipient/),
			};
			expect(await run({ sendAgain })).toMatchObject([{ status: 'accepted' }, other]);
			expect(await run()).toMatchObject([{ status: 'accepted', already_sent: true }, other]);
			expect(simulator().outbox).toMatchObject([{ to: items[0]?.to }]);
		},
	);

	test('is an error of its item in a Retry as well, where the key was used for another recipient', async () => {
		const options = { messagesPerSecond: 0, idempotencyKey: 'spring' };
		const first = await runNode('phoneServiceMessaging', { ...plainImessage, options }, { items });
		for (const finished of [first, await first.retry()]) {
			expect(finished.error?.description).toMatch(/stands for a message to another recipient/);
		}
		expect(simulator().outbox).toHaveLength(1);
	});

	test.each<[IDataObject, string[], number]>([
		[{}, ['to send', 'not sent'], 1],
		[{ to: '+12025550160' }, ['to send', 'earlier'], 1],
		[{ to: '+12025550160', sendAgain: true }, ['to send', 'to send'], 2],
		[{ before: true }, ['not sent', 'earlier'], 1],
	])(
		'is told by a dry run as the run itself does: %j',
		async ({ to, before, ...given }, told, sentMessages) => {
			const options = { ...given, messagesPerSecond: 0, idempotencyKey: 'spring' };
			if (before) await sentRows(items.slice(1), { options });
			const two = items.map((item) => ({ to: to ?? item.to }));
			const dry = await sentRows(two, { options: { ...options, dryRun: true } });
			const words = dry.map(({ status, already_sent: isEarlier }) => {
				if (status !== 'checked') return 'not sent';
				return isEarlier ? 'earlier' : 'to send';
			});
			expect(words).toEqual(told);
			await sentRows(two, { options });
			expect(simulator().outbox).toHaveLength(sentMessages);
		},
	);

	test('is an error of its item where an earlier round of the execution has used the key for another recipient', async () => {
		const options = { messagesPerSecond: 0, idempotencyKey: 'spring' };
		const settings = { onError: 'continueRegularOutput' } as const;
		const rows = [{ ...items[1] }];
		const workflow = workflowAround('phoneServiceMessaging', { ...plainImessage, options }, rows, settings);
		workflow.nodes.push(node('First', 'items', { items: [{ ...items[0] }, { to: 'wrong' }] as never }));
		workflow.connections.Items?.main?.[0]?.push({ node: 'First', type: 'main', index: 0 });
		workflow.connections.First = { main: [[{ node: 'Node', type: 'main', index: 0 }]] };
		const finished = await runWorkflow(workflow, credential());
		const reason = expect.stringMatching(/^The idempotency key stands for a message to another recipient/);
		expect(finished.allJson()).toMatchObject([
			{ ...items[0], status: 'accepted' },
			{ to: 'wrong', status: 'failed' },
			{ ...items[1], status: 'failed', reason },
		]);
		expect(simulator().outbox).toHaveLength(1);
	});

	test('is an error in a dry run where a row before it has the key for another recipient', async () => {
		const options = { idempotencyKey: 'spring', dryRun: true };
		const reason = expect.stringMatching(/^The idempotency key stands for a message to another recipient/);
		expect(await sentRows(items, { options })).toMatchObject([{ status: 'checked' }, { reason }]);
	});

	test('that was sent leaves no trace of a campaign in a dry run', async () => {
		const sentWith = async (options: INodeParameters) =>
			await sentRows(items.slice(0, 1), { options: { messagesPerSecond: 0, ...options } });
		await sentWith({ idempotencyKey: 'order 1' });
		await sentWith({ idempotencyKey: 'order 1', campaign: 'spring', dryRun: true });
		expect(await sentWith({ campaign: 'spring' })).toMatchObject([{ message_id: expect.any(String) }]);
		expect(simulator().outbox).toHaveLength(2);
	});

	test('stands for its recipient also where a campaign has left the message out', async () => {
		const sentWith = async (idempotencyKey: string) =>
			await sentRows(items.slice(0, 1), {
				options: { messagesPerSecond: 0, campaign: 'spring', idempotencyKey },
			});
		await sentWith('order 1');
		for (let run = 0; run < 2; run += 1) {
			expect(await sentWith('order 2')).toMatchObject([{ status: 'accepted', already_sent: true }]);
		}
	});

	test.each([
		['is known whatever access token is used', () => ({ token: 'demo-token-no-fast-track' }), 2],
		[
			'counts for one base URL: what another service accepted, such as the simulator, does not count',
			() => ({ baseUrl: simulator().url.replace('127.0.0.1', 'localhost') }),
			4,
		],
	])('%s', async (_, account, messages) => {
		await sent();
		await sent(account());
		expect(simulator().outbox).toHaveLength(messages);
	});
});

describe('a key with expressions', () => {
	/** More digits than a number holds. */
	const longOrder = '12345678901234567890';

	/** What becomes of a message with a key, and which keys n8n made of it. */
	async function statusOf(idempotencyKey: string, json: IDataObject = {}): Promise<unknown> {
		const options = { messagesPerSecond: 0, idempotencyKey };
		const [row] = await sentRows([{ to: '+12025550160', ...json }], { options });
		return row?.status === 'failed' ? row.reason : row?.status;
	}

	test.each([
		['={{ $json.orderId }}-reminder', 'has an expression without a value: {{ $json.orderId }}'],
		['={{ $json.orderId ?? "" }}', 'is empty'],
		['={{ $json.more }}', 'has no usable value: {}'],
		['={{ $json.long }}', 'has no usable value: 12345678901234567000'],
	])('%s that stands for no single message is an error of its item', async (key, fault) => {
		expect(await statusOf(key, { more: {}, long: Number(longOrder) })).toBe(
			`The option Idempotency Key ${fault}`,
		);
		expect(simulator().outbox).toHaveLength(0);
	});

	test.each([
		['={{ $json.orderId }}-reminder', { orderId: 7 }],
		['={{ $json.shop }} {{ $json.orderId }}', { shop: 'a b', orderId: '7' }],
		['spring', {}],
		['={{ $json.orderId }}', { orderId: longOrder }],
	])('%s with values is sent', async (key, json) => {
		expect(await statusOf(key, json)).toBe('accepted');
	});
});

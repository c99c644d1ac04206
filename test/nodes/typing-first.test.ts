import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useFakeClock, whileTimePasses } from '../support/clock';
import { leased, plainImessage, runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();
useFakeClock();

const items = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ to: `+120255501${70 + index}` }));

async function sent(showTypingFirst: number, parameters: INodeParameters = {}, count = 1) {
	const options = { messagesPerSecond: 0, requestsAtOnce: 1, showTypingFirst };
	const all = { ...plainImessage, ...parameters, options };
	return await whileTimePasses(runNode('phoneServiceMessaging', all, { items: items(count) }));
}

/** What reached the service, in order. */
function asked() {
	return simulator().requests.map(({ operationId, body }) => [operationId, body]);
}

function typed(): number {
	const [first, second] = simulator().requests;
	return ((second?.at ?? 0) - (first?.at ?? 0)) / 1000;
}

describe('Show Typing First', () => {
	const between = { to: '+12025550170', from: leased.whatsapp };
	const reply = (replyChannel: string) => ({
		operation: 'reply',
		conversation: 'chosen',
		replyChannel,
		replyTo: between.to,
		replyFrom: between.from,
		replyMessage: 'Hello',
	});

	test.each([
		['sendImessage', 'typeImessage', { message: 'Hello' }],
		['sendWhatsapp', 'typeWhatsapp', { whatsappMessage: 'Hello' }],
		['sendImessage', 'typeImessage', reply('imessage')],
	])(
		'%s: the indicator starts, and the message leaves after 4 seconds',
		async (operation, indicator, fields) => {
			const finished = await sent(4, { operation, from: leased.whatsapp, ...(fields as INodeParameters) });
			expect(asked()).toEqual([
				[indicator, { ...between, action: 'start' }],
				[operation, { ...between, message: 'Hello' }],
			]);
			expect(typed()).toBeGreaterThanOrEqual(4);
			expect(typed()).toBeLessThan(5);
			expect(finished.json()).toMatchObject([{ status: 'accepted' }]);
			expect(finished.hints()).toEqual([]);
		},
	);

	test.each([
		['Hi', 1],
		['x'.repeat(55), 6],
		['x'.repeat(5000), 15],
	])('0 seconds: as long as the text takes', async (message, seconds) => {
		await sent(0, { message });
		expect(typed()).toBeGreaterThanOrEqual(seconds);
		expect(typed()).toBeLessThan(seconds + 1);
	});

	test('20 items have it, each; 21 go without, and the run says so', async () => {
		await sent(1, {}, 20);
		expect(simulator().signals).toHaveLength(20);
		simulator().reset();
		const finished = await sent(1, {}, 21);
		expect(simulator().signals).toEqual([]);
		expect(simulator().outbox).toHaveLength(21);
		expect(finished.hints()).toContain(
			'Show Typing First was left out: 21 items came in, and it is for 20 at most.',
		);
	});

	test('without From the message goes without it, and the run says so', async () => {
		const finished = await sent(1, { from: '' });
		expect(simulator().outbox).toHaveLength(1);
		expect(simulator().signals).toEqual([]);
		expect(finished.hints()).toContain('Show Typing First was left out: it needs From.');
	});

	test('where the provider has no indicator, every message goes at once, and it is asked for once', async () => {
		simulator().fault({ kind: 'status', status: 404, match: { operationId: 'typeImessage' }, times: 9 });
		const finished = await sent(10, {}, 3);
		expect(simulator().outbox).toHaveLength(3);
		expect(simulator().requests).toHaveLength(4);
		expect(finished.hints()).toContain('Show Typing First was left out: the service did not show it (404).');
	});
});

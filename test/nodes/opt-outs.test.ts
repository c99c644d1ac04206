/** "Respect Opt-Outs": who wrote STOP to the number gets no message. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { leased, plainImessage, runNode, simulator, useSimulator } from '../support/simulated';
import { unreadableConversations } from '../support/unreadable-conversations';

useSimulator();
beforeEach(() => simulator().set({ sendRate: false }));

const numbers = Array.from({ length: 500 }, (_, index) => `+1202555${String(2000 + index)}`);

async function sent(to: string[], options: IDataObject = {}, parameters: INodeParameters = {}) {
	const all = { respectOptOuts: 'skipIfUnknown', messagesPerSecond: 0, ...options };
	const node = { ...plainImessage, ...parameters, options: all } as INodeParameters;
	return await runNode('phoneServiceMessaging', node, { items: to.map((number) => ({ to: number })) });
}

function write(from: string, ...texts: string[]): void {
	for (const text of texts) simulator().write({ from, to: leased.imessage, text });
}

test('of 500 recipients, 20 had written STOP, and two of them START again: 482 are sent, and the 18 say so', async () => {
	for (const number of numbers.slice(0, 20)) write(number, 'Hi', 'Stop!', 'Thanks');
	for (const number of numbers.slice(0, 2)) write(number, 'START');
	const rows = (await sent(numbers)).json();
	expect(simulator().outbox).toHaveLength(482);
	const skipped = rows.filter(({ status }) => status === 'skipped');
	expect(skipped.map(({ to }) => to)).toEqual(numbers.slice(2, 20));
	expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(['Opted out']));
	expect(simulator().requests.filter(({ method }) => method === 'GET')).toHaveLength(500);
});

test('a conversation is read once for each person and run, and words of your own count', async () => {
	write('+12025552000', 'Arrêt');
	const rows = (
		await sent(['+12025552000', '+12025552001', '+12025552001'], { optOutWords: 'arrêt' })
	).json();
	expect(rows.map(({ status }) => status)).toEqual(['skipped', 'accepted', 'accepted']);
	expect(simulator().requests.filter(({ method }) => method === 'GET')).toHaveLength(2);
});

test('our own STOP counts for nothing, and without the option no conversation is read', async () => {
	await sent(['+12025552000'], { respectOptOuts: 'no' }, { message: 'STOP' });
	expect(simulator().requests.map(({ method }) => method)).toEqual(['POST']);
	expect((await sent(['+12025552000'])).json()).toMatchObject([{ status: 'accepted' }]);
});

describe('what cannot be read follows the option, and the run says why', () => {
	test.each(unreadableConversations)('%s', async (_, parameters, breaks, reason) => {
		breaks();
		const skipped = await sent(['+12025552000'], {}, parameters);
		expect(skipped.json()).toMatchObject([{ status: 'skipped', reason: expect.stringMatching(reason) }]);
		expect(skipped.hints().join(' ')).toMatch(reason);
		expect(simulator().outbox).toEqual([]);
		const gone = await sent(['+12025552000'], { respectOptOuts: 'sendIfUnknown' }, parameters);
		expect(gone.json()).toMatchObject([{ status: 'accepted' }]);
		expect(gone.hints().join(' ')).toMatch(reason);
	});
});

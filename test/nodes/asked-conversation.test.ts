/** "Ask the Service": what a conversation says of a message whose outcome is unknown. */
import { sleep, type IDataObject, type INodeParameters } from 'n8n-workflow';

import type { FaultOrder } from '../../simulator/faults';
import { recipients, retryRun, startRun } from '../support/campaign';
import { useShortWaits } from '../support/clock';
import {
	leased,
	plainImessage,
	runNode,
	sentElsewhere,
	sentRows,
	simulator,
	useSimulator,
} from '../support/simulated';
import { messagesPerRecipient } from '../support/simulator-of-file';

useSimulator({ sendRate: false });
useShortWaits();

const to = '+12025550160';
const operationId = 'sendImessage';
const equal = { to, message: 'Hello' };
const shown = {
	to,
	status: 'accepted',
	from: leased.imessage,
	message_id: null,
	confirmed_by: 'conversation',
	reason: null,
};

const lostAnswer: FaultOrder = { kind: 'resetAfter', match: { operationId } };

/** The next message is lost before the service takes it, and nobody can tell. */
const lostMessage: FaultOrder = { kind: 'resetBefore', match: { operationId } };

async function sent(parameters: INodeParameters = {}): Promise<IDataObject[]> {
	return await sentRows([{ to }], parameters);
}

function asked(): number {
	return simulator().requests.filter(({ path }) => path.startsWith('/conversations/history/')).length;
}

/** Has n8n started again now, as far as a node can see. */
function restart(): void {
	const now = Date.now();
	jest.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(now);
}

describe('right after the request', () => {
	test.each([{}, { attachments: ['https://example.com/a.png'] }])(
		'a message that the conversation shows is accepted: %j',
		async (parameters) => {
			simulator().fault(lostAnswer);
			expect(await sent(parameters)).toMatchObject([shown]);
			expect(asked()).toBe(1);
		},
	);

	test('a message that it shows stays accepted when Retry On Fail repeats the node for another item, without another question', async () => {
		const refused = '+12025550161';
		simulator().fault({ ...lostAnswer, match: { operationId, recipient: to } });
		simulator().fault({ kind: 'status', status: 403, match: { recipient: refused } });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };
		const items = [{ to }, { to: refused }];
		const rows = (await runNode('phoneServiceMessaging', plainImessage, { items, settings })).json();
		const confirmed = { to, status: 'accepted', confirmed_by: 'conversation', already_sent: true };
		expect(rows).toMatchObject([confirmed, { to: refused, status: 'accepted' }]);
		expect(messagesPerRecipient()).toEqual({ [to]: 1, [refused]: 1 });
		expect(asked()).toBe(1);
	});

	test('every row of the run says whether its conversation has confirmed it', async () => {
		simulator().fault({ ...lostAnswer, match: { operationId, recipient: to } });
		const rows = await sentRows([{ to }, { to: '+12025550161' }]);
		expect(rows.map((row) => row.confirmed_by)).toEqual(['conversation', null]);
	});

	test('an equal message of another execution that was refused at the same time counts for nothing', async () => {
		simulator().fault({ kind: 'latency', ms: 500, match: { operationId }, times: 2 });
		simulator().fault({ kind: 'status', status: 403, match: { operationId }, times: 1 });
		simulator().fault(lostAnswer);
		const refused = sent();
		while (simulator().requests.length === 0) await sleep(10);
		expect(await sent()).toMatchObject([shown]);
		expect(await refused).toMatchObject([{ to, status: 'failed' }]);
	});

	test('an equal message over another base URL at the same time is another one', async () => {
		simulator().set({ latencyMs: 300 });
		simulator().fault(lostAnswer);
		simulator().fault(lostMessage);
		const baseUrl = simulator().url.replace('127.0.0.1', 'localhost');
		const settings = { onError: 'continueRegularOutput' } as const;
		const here = sent();
		while (simulator().requests.length === 0) await sleep(10);
		const there = runNode('phoneServiceMessaging', plainImessage, { items: [{ to }], settings, baseUrl });
		expect(await here).toMatchObject([shown]);
		await there;
	});

	test.each([
		['another text', { message: 'Hello!' }],
		['other attachments', { attachments: ['https://example.com/a.png'] }],
		['another sender', { from: leased.imessageToo }],
	])('%s, sent at the same time by somebody else, is not it', async (_, body) => {
		simulator().fault({ kind: 'latency', ms: 200 });
		simulator().fault(lostMessage);
		const sending = sent();
		while (simulator().requests.length === 0) await new Promise(setImmediate);
		await sentElsewhere({ ...equal, ...body });
		expect(await sending).toMatchObject([{ to, status: 'unknown' }]);
		expect(asked()).toBe(1);
	});

	test('of two executions at the same time that send the same, one message arrives: one is accepted', async () => {
		simulator().fault({ kind: 'latency', ms: 300 });
		simulator().fault(lostMessage);
		const both = await Promise.all([sent(), sent()]);
		expect(simulator().outbox).toHaveLength(1);
		expect(both.flat().map(({ status }) => status)).toEqual(expect.arrayContaining(['accepted', 'unknown']));
	});
});

describe('a conversation that cannot be asked', () => {
	test('where the service has no conversations, a run asks once', async () => {
		simulator().set({ publicMaterial: false });
		simulator().fault({ ...lostAnswer, times: 0 });
		const items = recipients(12);
		const rows = await sentRows(items);
		expect(rows.map(({ status }) => status)).toEqual(items.map(() => 'unknown'));
		expect(asked()).toBe(1);
	});

	test.each([
		['without From', { from: '' }],
		['of WhatsApp', { operation: 'sendWhatsapp', whatsappMessage: 'Hello', from: leased.whatsapp }],
		['with an email address', { to: 'ada@example.com' }],
		['with Do Not Send Again', { options: { messagesPerSecond: 0, ifOutcomeUnknown: 'doNotSend' } }],
	])('%s nobody asks', async (_, parameters: INodeParameters) => {
		simulator().fault({ kind: 'resetAfter' });
		expect(await sent(parameters)).toMatchObject([{ status: 'unknown' }]);
		expect(asked()).toBe(0);
	});
});

describe('a history that is late', () => {
	test('leaves a message unknown; Retry finds it', async () => {
		simulator().set({ historyDelayMs: 60_000 });
		simulator().fault(lostAnswer);
		const failed = await runNode('phoneServiceMessaging', plainImessage, { items: [{ to }] });
		expect(failed.error?.context).toMatchObject({ outcome: 'unknown' });
		simulator().set({ historyDelayMs: 0 });
		expect((await failed.retry()).json()).toMatchObject([{ ...shown, already_sent: true }]);
		expect(simulator().outbox).toHaveLength(1);
	});

	test.each([
		['an equal one of its list', {}],
		['an equal one of its list with another key', { idempotencyKey: '={{ $itemIndex }} of this list' }],
	])('Retry does not take %s, which left right after it', async (_, options) => {
		simulator().fault(lostMessage);
		const parameters = { ...plainImessage, options: { messagesPerSecond: 0, ...options } };
		const failed = await runNode('phoneServiceMessaging', parameters, { items: [{ to }, { to }] });
		expect(failed.error?.context).toMatchObject({ outcome: 'unknown' });
		expect((await failed.retry()).error?.context).toMatchObject({ outcome: 'unknown' });
		expect(simulator().outbox).toHaveLength(1);
	});

	test('Retry does not take an equal one that another execution has sent at the same time', async () => {
		simulator().set({ historyDelayMs: 60_000 });
		simulator().set({ latencyMs: 80 });
		const run = async () => await runNode('phoneServiceMessaging', plainImessage, { items: [{ to }] });
		const one = run();
		while (simulator().requests.length === 0) await sleep(10);
		simulator().fault(lostMessage);
		const failed = (await Promise.all([one, run()])).find(({ error }) => error);
		expect(simulator().outbox).toHaveLength(1);
		simulator().set({ historyDelayMs: 0 });
		expect((await failed?.retry())?.error?.context).toMatchObject({ outcome: 'unknown' });
	});

	test('Retry does not take what somebody else has sent since then', async () => {
		simulator().fault(lostMessage);
		const failed = await runNode('phoneServiceMessaging', plainImessage, { items: [{ to }] });
		await new Promise((resolve) => setTimeout(resolve, 1_100));
		await sentElsewhere(equal);
		expect((await failed.retry()).error?.context).toMatchObject({ outcome: 'unknown' });
		expect(simulator().outbox).toHaveLength(1);
	});
});

describe('n8n is killed, started again, and Retry', () => {
	test('what the service takes only after n8n was started again is found', async () => {
		const killed = await startRun(recipients(1), { kill: { write: 2, when: 'after' } });
		restart();
		expect(simulator().outbox).toHaveLength(0);
		await sentElsewhere({ ...equal, to: recipients(1)[0]?.to });
		const { finished } = await retryRun(killed);
		expect(finished?.json()).toMatchObject([{ status: 'accepted', confirmed_by: 'conversation' }]);
	});

	test('in the process that was not started again, nobody can tell: it stays unknown', async () => {
		simulator().set({ latencyMs: 10 });
		const killed = await startRun(recipients(10), { kill: { accepted: 4 } });
		const { finished } = await retryRun(killed);
		expect(finished?.json().some(({ status }) => status === 'unknown')).toBe(true);
		expect(asked()).toBe(0);
	});
});

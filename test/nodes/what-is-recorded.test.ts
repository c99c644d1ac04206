/** What n8n is given to record, how much of it, and that equal messages are told apart in it. */
import { shortRun } from '../../nodes/shared/delivery/ledger/ledger';
import { fingerprint } from '../../nodes/shared/delivery/ledger/message';
import { Scopes } from '../../nodes/shared/delivery/ledger/scopes';
import { useShortWaits } from '../support/clock';
import { recipients, retryRun, startRun, unknown } from '../support/campaign';
import { processedData, shortRecord } from '../support/processed-data';
import { simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false, latencyMs: 10 });
useShortWaits();

const inTheMiddle = { accepted: 5 };

/** What a value that n8n is given is made of: words of the record, numbers, and fingerprints. */
const partOfValue =
	/^(left|open|for|list|manual|hour|minute|taken|mark|\d+|[A-Za-z0-9+/]{16}|[0-9a-f-]{36})$/;

test.each([
	['a list', {}, inTheMiddle],
	['idempotency keys', { idempotencyKey: '=order of {{ $json.to }}' }, 'inLaterNode' as const],
])('hashes alone: no recipient, no text, no token, no key, with %s', async (_, options, kill) => {
	const killed = await startRun(recipients(12), { kill, options });
	await retryRun(killed, { options });
	await startRun(recipients(12), { mode: 'manual', options });
	const given = [...processedData.given];
	expect(given.length).toBeGreaterThan(20);
	const plain = given.filter((value) => !value.split(' ').every((part) => partOfValue.test(part)));
	expect(plain).toEqual([]);
});

test('a manual list that fills more than half of a short record is remembered whole', async () => {
	shortRecord(60);
	for (let run = 0; run < 2; run += 1) await startRun(recipients(18), { mode: 'manual' });
	expect(simulator().outbox).toHaveLength(18);
});

test('what a Retry asks, all at once, pushes nothing out of a short record', async () => {
	shortRecord(200);
	const killed = await startRun(recipients(40), { kill: { accepted: 30 } });
	const retried = await retryRun(killed);
	expect(simulator().outbox.length + unknown(retried)).toBeGreaterThanOrEqual(40);
	expect(new Set(simulator().outbox.map(({ to }) => to)).size).toBe(simulator().outbox.length);
});

test('the messages of all rounds of a loop count for the length of the record', async () => {
	shortRecord(36);
	const killed = await startRun(recipients(18), { inRounds: true, kill: 'inLaterNode' });
	await retryRun(killed, { inRounds: true });
	expect(simulator().outbox).toHaveLength(18);
});

test.each([2, 3, 4, 5])(
	'three equal messages to one recipient are three, also after n8n was killed at write %i',
	async (write) => {
		const message = { to: '+12025550160' };
		const killed = await startRun([message, message, message], { kill: { write, when: 'after' } });
		const retried = await retryRun(killed);
		const received = simulator().outbox.length;
		expect(received).toBeLessThanOrEqual(3);
		expect(received + unknown(retried)).toBeGreaterThanOrEqual(3);
		expect(unknown(retried)).toBeLessThanOrEqual(2);
	},
);

test.each([
	['Retry', {}],
	['Retry On Fail', { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 }],
])('three equal messages, the first of them refused: %s sends that one', async (_, settings) => {
	const message = { to: '+12025550160' };
	simulator().fault({ kind: 'status', status: 403 });
	const items = [message, message, message];
	const run = await startRun(items, { settings: { ...settings, onError: 'stopWorkflow' } });
	if (run.finished?.error) await retryRun(run);
	expect(simulator().outbox).toHaveLength(3);
});

const from = '+14155550100, +14155550101, +12125550102, +12125550103, +13125550105';

test.each([
	[1, 'of a short run', 60, {}],
	[20, 'of a long run', 59, {}],
	[30, 'of a long run with several senders', 59, { parameters: { from } }],
])('killed at the default rate: at most %i unknown %s', async (most, _, short, run) => {
	jest.replaceProperty(shortRun, 'messages', short);
	const options = { messagesPerSecond: 1 };
	const killed = await startRun(recipients(60), { ...run, options, kill: { accepted: 6 } });
	const retried = await retryRun(killed, run);
	expect(simulator().outbox.length + unknown(retried)).toBeGreaterThanOrEqual(60);
	expect(unknown(retried)).toBeLessThanOrEqual(most);
});

test('what a message is stays the same from release to release: its values in n8n', async () => {
	const execution = {
		identity: 'one',
		establishedAt: 0,
		source: 'manual',
		mode: 'manual',
		token: '',
	} as const;
	const message = new Scopes(execution, { memory: {}, number: 0, size: 2, isTool: false }).next({
		baseUrl: 'https://api.example.com',
		recipient: '+12025550160',
		request: fingerprint(['sendImessage', { b: 1, a: [2, { d: 3, c: 4 }] }]),
		isAgain: false,
	});
	expect(fingerprint(['sendImessage', { a: [2, { c: 4, d: 3 }], b: 1 }])).toBe(message.subject.request);
	expect([message.subject.request, message.orderKeys]).toMatchInlineSnapshot(`
		[
		  "bX8AMqUAA8vnSFOb",
		  [
		    "quNy3y8w8DOHzvxk",
		  ],
		]
	`);
	expect(message.leftValues.slice(0, 2)).toMatchInlineSnapshot(`
		[
		  "left 81s5m+Gq1F2IuiSp",
		  "left 9tHfScaK3qLcQB6x",
		]
	`);
});

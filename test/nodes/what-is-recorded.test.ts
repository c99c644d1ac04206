/** What n8n is given to record, and how much of it stays. */
import { fingerprint } from '../../nodes/shared/input/fingerprint';
import { Messages } from '../../nodes/shared/record/message';
import { useShortWaits } from '../support/clock';
import { retryRun, startRun } from '../support/campaign';
import { recipients } from '../support/histories';
import { deleteDue, forgetStores, processedData } from '../support/processed-data';
import { useSimulator } from '../support/simulated';

useSimulator({ sendRate: false, latencyMs: 10 });
useShortWaits(25);

const inTheMiddle = { accepted: 5 };

/** What a value that n8n is given is made of: words of the record, numbers, and fingerprints. */
const partOfValue = /^(there|accepted|Node|[A-Za-z0-9+/]{16}|[0-9a-f-]{36})$/;

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

/** How many rows stay of runs, an hour and ten days after them. */
async function rowsLeft(...runs: Array<() => Promise<unknown>>): Promise<number[]> {
	for (const run of runs) await run();
	await deleteDue(Date.now() + 3_600_000);
	const { size } = processedData;
	await deleteDue(Date.now() + 10 * 24 * 3_600_000);
	return [size, processedData.size];
}

const ten = recipients(10);

test.each<[string, () => Promise<unknown>, number, number]>([
	['a list of a trigger', async () => await startRun(ten), 0, 0],
	[
		'a list of a trigger right before n8n is restarted, two a message for good',
		async () => await startRun(ten).then(forgetStores),
		20,
		20,
	],
	[
		'a list by hand, two rows a message for its day',
		async () => await startRun(ten, { mode: 'manual' }),
		20,
		0,
	],
	['a campaign, two a message', async () => await startRun(ten, { options: { campaign: 'a' } }), 20, 20],
	[
		'keys, three a message',
		async () => await startRun(ten, { options: { idempotencyKey: '={{ $json.to }}' } }),
		30,
		30,
	],
])('rows that stay of %s', async (_, run, soon, late) => {
	expect(await rowsLeft(run)).toEqual([soon, late]);
});

test('what a message is stays the same from release to release: its values in n8n', async () => {
	const messages = new Messages({
		...{ identity: 'one', establishedAt: 0, source: 'manual', mode: 'manual', timeZone: 'Etc/UTC' },
		...{ memory: {}, runIndex: 0, items: [1, 2], isTool: false, place: 'node' },
		...{ isOnlyProcess: false },
	});
	const message = messages.next({
		baseUrl: 'https://api.example.com',
		recipient: '+12025550160',
		request: fingerprint(['sendImessage', { b: 1, a: [2, { d: 3, c: 4 }] }]),
		isAgain: false,
		mayRepeat: false,
	});
	expect(fingerprint(['sendImessage', { a: [2, { c: 4, d: 3 }], b: 1 }])).toBe(message.request);
	expect([message.id, messages.dayRow(message, 'hand', 0), messages.retryRow, messages.runningRow])
		.toMatchInlineSnapshot(`
		[
		  "81s5m+Gq1F2IuiSp",
		  "DrOBRm2fFvnmiYCq",
		  "vNmDuU7y+0DqQ9Dg",
		  "ge9kz6y9cfDc5Rkn",
		]
	`);
});

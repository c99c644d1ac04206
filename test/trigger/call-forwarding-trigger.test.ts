import type { INodeParameters, NodeApiError } from 'n8n-workflow';

import { pass, useFakeClock } from '../support/clock';
import { severalNumbers } from '../support/locators';
import { credential, leased, simulator, useSimulator } from '../support/simulated';
import { changesOf, watching, type TriggerHost } from '../support/trigger-host';

useSimulator();
useFakeClock();

const number = leased.queued;
const other = leased.imessage;
const target = '+12025550190';
const minute = 60_000;

describe.each([
	['durable cursors off', {}],
	['durable cursors on', { durable: true }],
])('with %s (sections 2.3 and 3)', (_, options) => {
	test('a queued change is emitted once, when it has become active', async () => {
		const trigger = watching({}, options);
		await trigger.activate();
		simulator().changeForwarding(number, null, 5 * minute);
		await pass(minute);
		expect((await trigger.poll()).items).toEqual([]);
		await pass(minute);
		expect((await trigger.poll()).items).toEqual([]);
		await pass(3.5 * minute);
		expect((await trigger.poll()).items).toEqual([
			{
				number,
				change: 'disabled',
				call_forwarding: { enabled: false, to: null, status: 'active', estimated_completion: null },
				previous: expect.objectContaining({ status: 'queued', enabled: true }),
				first_seen: '2026-11-20T12:01:00.000Z',
			},
		]);
		expect((await trigger.poll()).items).toEqual([]);
	});

	test('an added number is remembered first, a removed one is forgotten', async () => {
		const both = { numbers: severalNumbers(number, other), event: 'changeApplied' };
		const trigger = watching({}, options);
		await trigger.activate();
		await trigger.poll();
		await trigger.activateAgain(both);
		simulator().changeForwarding(other, target, 0);
		expect(changesOf(await trigger.activateAgain())).toEqual([[other, 'redirected']]);
		await trigger.activateAgain({ numbers: severalNumbers(other), event: 'changeApplied' });
		await trigger.poll();
		expect(Object.keys(trigger.memory().numbers as object)).toEqual([other]);
		simulator().changeForwarding(number, null, 0);
		expect((await trigger.activateAgain(both)).items).toEqual([]);
	});

	test('no number can be read when n8n starts again: n8n polls on, each poll tells of it, and the change comes once', async () => {
		const trigger = watching({ numbers: severalNumbers(number, other) }, options);
		await trigger.activate();
		await trigger.poll();
		simulator().fault({ kind: 'status', status: 500, times: 0 });
		simulator().changeForwarding(number, null, 0);
		for (const polled of [await trigger.activateAgain(), await trigger.poll()]) {
			expect(polled.items).toEqual([]);
			expect(polled.errors.map(({ message }) => message)).toEqual([expect.stringMatching(/500/)]);
		}
		simulator().clearFaults();
		expect(changesOf(await trigger.poll())).toEqual([[number, 'disabled']]);
		expect(await trigger.poll()).toEqual({ items: [], errors: [] });
	});

	test.each(['wrong', ''])('n8n starts with the token %j: the same, until it is mended', async (token) => {
		const settings = { ...options, account: credential() };
		const trigger = watching({}, settings);
		await trigger.activate();
		await trigger.poll();
		simulator().changeForwarding(number, null, 0);
		settings.account = credential(token);
		expect((await trigger.activateAgain()).errors).toMatchObject([
			{ message: expect.stringMatching(/access token/), failure: { cause: 'credential-invalid' } },
		]);
		settings.account = credential();
		expect(changesOf(await trigger.poll())).toEqual([[number, 'disabled']]);
	});

	test('several polls at the same time emit a change once', async () => {
		const trigger = watching({}, options);
		await trigger.activate();
		simulator().changeForwarding(number, null, 0);
		const polls = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		expect(polls.flatMap(changesOf)).toEqual([[number, 'disabled']]);
		expect((await trigger.poll()).items).toEqual([]);
	});

	test('published while a poll is under way with a number that is not leased: the activation fails, and the next poll tells the change', async () => {
		const trigger = watching({}, options);
		await trigger.activate();
		simulator().changeForwarding(number, null, 0);
		const alone = { numbers: severalNumbers(number), event: 'changeApplied' };
		const numbers = severalNumbers(number, leased.notLeased);
		const publication = trigger.publishWhilePolling({ numbers, event: 'changeApplied' });
		await expect(publication).rejects.toThrow(/403/);
		expect(changesOf(await trigger.activateAgain(alone))).toEqual([[number, 'disabled']]);
	});

	test('published while a poll is under way with a mended credential: the failure of the old poll is not that of the activation', async () => {
		const settings = { ...options, account: credential('wrong') };
		const trigger = watching({}, settings);
		const poll = trigger.poll();
		settings.account = credential();
		expect((await trigger.activateAgain()).errors).toEqual([]);
		expect((await poll).errors).toHaveLength(1);
		simulator().changeForwarding(number, null, 0);
		expect(changesOf(await trigger.poll())).toEqual([[number, 'disabled']]);
	});
});

describe('a number that was never read makes the activation fail with a clear error, and n8n is told why', () => {
	async function expectFailure(trigger: TriggerHost, text: RegExp, cause: string): Promise<void> {
		const error: unknown = await trigger.activate().catch((thrown: unknown) => thrown);
		expect((error as NodeApiError).message).toMatch(text);
		expect((error as NodeApiError).failure).toEqual({ cause });
		expect(trigger.memory()).toEqual({});
	}

	test.each(['wrong', ''])('the token %j', async (token) => {
		await expectFailure(watching({}, { account: credential(token) }), /access token/, 'credential-invalid');
	});

	test.each<[RegExp, INodeParameters]>([
		[new RegExp(`\\${leased.notLeased}.*403`), { numbers: severalNumbers(number, leased.notLeased) }],
		[/^Your Numbers has no country code/, { numbers: severalNumbers('12') }],
		[/watches no number/, { numbers: severalNumbers('={{ [] }}') }],
		[/watches no number/, { numbers: { entries: [] } }],
		[/^Your Numbers has an expr.* cannot be evaluated/, { numbers: severalNumbers('={{ $json.n }}') }],
		[/^Event is "never"/, { event: 'never' }],
	])('%s: %j', async (text, parameters) => {
		await expectFailure(watching(parameters), text, 'configuration-invalid');
	});
});

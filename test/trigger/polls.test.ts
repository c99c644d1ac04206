/** One poll: what it says of a change, what a test event shows, and how it keeps its time. */
import type { NodeApiError } from 'n8n-workflow';

import { readForwarding } from '../../nodes/CallForwarding/forwarding-readings';
import { pass, useFakeClock, whileTimePasses } from '../support/clock';
import { severalNumbers } from '../support/locators';
import { leased, simulator, useSimulator } from '../support/simulated';
import { changesOf, pollContext, watching } from '../support/trigger-host';

useSimulator();
useFakeClock();

const number = leased.queued;
const other = leased.imessage;
const [target, another] = ['+12025550190', '+12025550191'];
const minute = 60_000;
const many = Array.from({ length: 25 }, (_, index) => `+120255501${String(10 + index)}`);

test('Any Change tells of each kind of change', async () => {
	const trigger = watching({ event: 'anyChange' });
	await trigger.activate();
	for (const [to, delayMs, kind] of [
		[null, 0, 'disabled'],
		[target, 0, 'enabled'],
		[another, 0, 'redirected'],
		[null, 2 * minute, 'queued'],
		[null, 9 * minute, 'rescheduled'],
		[another, 0, 'enabled'],
	] as const) {
		simulator().changeForwarding(number, to, delayMs);
		expect(changesOf(await trigger.poll())).toEqual([[number, kind]]);
	}
});

test.each([
	['on, as before', target, target, 'enabled'],
	['on, to another number', target, another, 'redirected'],
	['off, as before', null, null, 'disabled'],
	['off', target, null, 'disabled'],
	['on', null, target, 'enabled'],
])('a queued change that has become active: it is %s (section 3)', async (_, before, after, kind) => {
	simulator().changeForwarding(number, before, 0);
	const [applied, any] = [watching({ event: 'changeApplied' }), watching({ event: 'anyChange' })];
	for (const trigger of [applied, any]) await trigger.activate();
	const polled = async () => [changesOf(await applied.poll()), changesOf(await any.poll())];
	simulator().changeForwarding(number, after, 2 * minute);
	expect(await polled()).toEqual([[], [[number, 'queued']]]);
	await pass(3 * minute);
	expect(await polled()).toEqual([[[number, kind]], [[number, kind]]]);
	expect(await polled()).toEqual([[], []]);
});

describe('Fetch Test Event', () => {
	test('shows the present state, marked as a test, and changes no memory', async () => {
		const trigger = watching({ numbers: severalNumbers(number, other), event: 'forwardingDisabled' });
		await trigger.activate();
		simulator().changeForwarding(number, null, 0);
		const memory = trigger.memory();
		expect(await trigger.fetchTestEvent()).toMatchObject([
			{ number, test: true, change: 'none', call_forwarding: { enabled: false } },
			{ number: other, test: true, change: 'none', call_forwarding: { enabled: true } },
		]);
		expect(trigger.memory()).toEqual(memory);
		expect(changesOf(await trigger.poll())).toEqual([[number, 'disabled']]);
	});
});

test.each([
	[503, undefined, 'longest', 3],
	[429, undefined, 'shortest', 3],
	[429, 0, 'shortest', 3],
	[429, 86_400, 'shortest', 1],
])(
	'%i without end (Retry-After %p), the %s waits: the poll ends in time, after %i requests',
	async (status, retryAfter, waits, requests) => {
		const trigger = watching();
		await trigger.activate();
		simulator().fault({ kind: 'status', status, retryAfter, times: 0 });
		const before = simulator().requests.length;
		const begin = Date.now();
		jest.spyOn(Math, 'random').mockReturnValue(waits === 'shortest' ? 0 : 0.999);
		const { errors } = await whileTimePasses(trigger.poll(), 10);
		expect(errors[0]?.message).toContain(String(status));
		expect(Date.now() - begin).toBeLessThan(8_000);
		expect(simulator().requests.length - before).toBe(requests);
	},
);

test('many numbers are read ten at a time, by a random number that each of them draws', async () => {
	jest.useRealTimers();
	simulator().set({ latencyMs: 600 });
	const drawn = many.map((_, index) => ((index * 7) % many.length) / many.length);
	const draws = jest.spyOn(Math, 'random');
	for (const turn of drawn) draws.mockReturnValueOnce(turn);
	const poll = watching({ numbers: severalNumbers(...many) }).poll();
	let most = 0;
	while (simulator().requests.length < many.length) {
		await new Promise(setImmediate);
		most = Math.max(most, simulator().requests.filter(({ underWay }) => underWay).length);
	}
	await poll;
	expect(most).toBe(10);
	const first = many.filter((_, index) => Number(drawn[index]) < 10 / many.length);
	const asked = simulator().requests.slice(0, 10);
	expect(asked.map(({ path }) => /\+\d+/.exec(decodeURIComponent(path))?.[0]).sort()).toEqual(first);
});

test('reading many numbers is over in its time, tells which were not read, and begins with others the next time', async () => {
	jest.useRealTimers();
	simulator().fault({ kind: 'timeout', times: 0 });
	const reached: number[] = [];
	for (let poll = 0; poll < 2; poll += 1) {
		const context = Object.assign(pollContext(), { getPollBudgetMs: () => 6_000 });
		const { read, error } = await readForwarding(context, many);
		expect(read).toEqual([]);
		expect(error?.message).toContain(`${many.slice(0, 10).join(', ')} and 15 more could not be read`);
		reached.push(new Set(simulator().requests.map(({ path }) => path)).size);
	}
	expect(reached[1]).toBeGreaterThan(Number(reached[0]));
});

test.each([
	['one that may pass by itself speaks for them', 403, 500, /500 .*/],
	['a token that is not accepted speaks for them', 500, 401, /access token \(401/],
])('two numbers fail: one error names both, and %s', async (_, one, two, message) => {
	const trigger = watching({ numbers: severalNumbers(number, other, leased.whatsapp) });
	await trigger.activate();
	simulator().fault({ kind: 'status', status: one, times: 0, match: { number } });
	simulator().fault({ kind: 'status', status: two, times: 0, match: { number: other } });
	simulator().changeForwarding(leased.whatsapp, target, 0);
	const polled = await whileTimePasses(trigger.poll(), 10);
	expect(changesOf(polled)).toEqual([[leased.whatsapp, 'redirected']]);
	expect(polled.errors.map((error) => error.message)).toEqual([
		expect.stringMatching(
			new RegExp(`^Call forwarding of \\${number}, \\${other} could not be read: .*${message.source}`),
		),
	]);
});

test.each([
	[
		'a number that is not leased',
		leased.notLeased,
		true,
		/^Possible cause: the account does not lease the number\. /,
	],
	[
		'a provider that has another path',
		number,
		false,
		/^The service itself answers, but does not offer Get Call Forwarding/,
	],
])('%s: the error of the activation says what to do', async (_, one, publicMaterial, text) => {
	simulator().set({ publicMaterial });
	const activation = watching({ numbers: severalNumbers(one) }).activate();
	const error: unknown = await activation.catch((thrown: unknown) => thrown);
	expect((error as NodeApiError).description).toMatch(text);
});

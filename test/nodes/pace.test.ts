import type { IDataObject } from 'n8n-workflow';

import { serviceOperations } from '../../nodes/shared/contract/contract';
import { limiters, limits } from '../../nodes/shared/rate/rate-queues';
import { retryRun, startRun } from '../support/campaign';
import { pass, useFakeClock, whileTimePasses } from '../support/clock';
import { runWorkflow, workflowAround } from '../support/engine';
import { fromList } from '../support/locators';
import {
	credential,
	leased,
	plainImessage,
	runNode,
	sentRows,
	simulator,
	useSimulator,
} from '../support/simulated';

useSimulator();
useFakeClock();
beforeEach(() => limiters.clear());

const { requests: perMinute } = serviceOperations.lookUpNumber.rate;
const lookup = { operation: 'lookUpNumber', number: '={{ $json.number }}' };
const numbers = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({ number: `+13035550${100 + from + index}` }));
const recipients = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ to: `person-${index}@example.com` }));

test('lookups keep their rate (sections 4.6 and 8): two executions at once have no 429, are as fast as may be, and a hint tells of the wait', async () => {
	const [one, two] = await whileTimePasses(
		Promise.all([
			runNode('phoneServiceIntelligence', lookup, { items: numbers(2 * perMinute) }),
			runNode('phoneServiceIntelligence', lookup, { items: numbers(perMinute, 2 * perMinute) }),
		]),
		500,
	);
	expect([...one.json(), ...two.json()].map(({ number }) => number)).toEqual(
		numbers(3 * perMinute).map(({ number }) => number),
	);
	const statuses = simulator().requests.map(({ answeredStatus }) => answeredStatus);
	expect(statuses).toEqual(Array(3 * perMinute).fill(200));
	const [waited] = [...one.hints(), ...two.hints()].sort().reverse();
	expect(waited).toMatch(`for the rate of ${perMinute} lookups a minute.`);
	expect(waited).toMatch(/^Waited 12[0-9] s /);
});

test('every lookup counts, whatever came of it: with a 429, a 502 and a broken connection among them, never too many in 60 s', async () => {
	const [first, second, third] = numbers(3);
	const struck = (number?: { number: string }) => ({ match: { number: number?.number } });
	simulator().fault({ kind: 'status', status: 429, retryAfter: 1, ...struck(first) });
	simulator().fault({ kind: 'status', status: 502, ...struck(second) });
	simulator().fault({ kind: 'resetAfter', ...struck(third) });
	const run = runNode('phoneServiceIntelligence', lookup, { items: numbers(10 + perMinute) });
	const finished = await whileTimePasses(run, 500);
	expect(finished.json().map(({ number }) => number)).toEqual(
		numbers(10 + perMinute).map(({ number }) => number),
	);
	const times = simulator().requests.map(({ at }) => at);
	expect(times).toHaveLength(13 + perMinute);
	times
		.slice(perMinute)
		.forEach((at, index) => expect(at - Number(times[index])).toBeGreaterThanOrEqual(60_000));
});

test('a 429 is no try of a lookup (docs/delivery.md): after five of them, the fourth try of a request still counts', async () => {
	simulator().fault({ kind: 'status', status: 429, retryAfter: 1, times: 5 });
	simulator().fault({ kind: 'status', status: 503, times: 3 });
	const finished = await whileTimePasses(
		runNode('phoneServiceIntelligence', lookup, { items: numbers(1) }),
		500,
	);
	expect(finished.json()).toMatchObject(numbers(1));
	const statuses = simulator().requests.map(({ answeredStatus }) => answeredStatus);
	expect(statuses.sort()).toEqual([200, ...Array<number>(5).fill(429), ...Array<number>(3).fill(503)]);
});

describe('sends keep 1 a second and bursts of 5 for each sending number (from public material)', () => {
	test('a pool that was chosen in the list: all of its numbers send, and each keeps its own rate', async () => {
		const pool = ['+14155550100', '+14155550101', '+12125550102'];
		const parameters = { ...plainImessage, from: fromList(pool.join(', ')), options: {} };
		const items = [...recipients(24), ...recipients(24)];
		await whileTimePasses(runNode('phoneServiceMessaging', parameters, { items }), 200);
		expect(simulator().requests.every(({ answeredStatus }) => answeredStatus === 200)).toBe(true);
		expect(new Set(simulator().outbox.map(({ from }) => from))).toEqual(new Set(pool));
	});

	test('a rate that differs from item to item is kept, and a hint tells of the wait', async () => {
		const options = { messagesPerSecond: '={{ 0.9 + $itemIndex / 1000 }}' };
		const parameters = { ...plainImessage, from: leased.imessage, options };
		const run = runNode('phoneServiceMessaging', parameters, { items: recipients(20) });
		const finished = await whileTimePasses(run);
		const { outbox } = simulator();
		expect(outbox).toHaveLength(20);
		expect(Number(outbox.at(-1)?.at) - Number(outbox[0]?.at)).toBeGreaterThan(15_000);
		expect(finished.hints()[0]).toMatch(/^Waited 1\d s for rates that differ from item to item\.$/);
	});

	test('two executions of another rate count together', async () => {
		const sendAt = async (messagesPerSecond: number) => {
			const parameters = { ...plainImessage, from: leased.imessageOnly, options: { messagesPerSecond } };
			return await runNode('phoneServiceMessaging', parameters, { items: recipients(10) });
		};
		await whileTimePasses(Promise.all([sendAt(1), sendAt(0.99)]));
		const { outbox } = simulator();
		expect(Number(outbox.at(-1)?.at) - Number(outbox[0]?.at)).toBeGreaterThan(14_000);
		expect(simulator().requests.every(({ answeredStatus }) => answeredStatus === 200)).toBe(true);
	});

	test('fast-track messages are not held back', async () => {
		const parameters = { ...plainImessage, from: leased.imessage, options: { fastTrack: true } };
		const begin = Date.now();
		await whileTimePasses(runNode('phoneServiceMessaging', parameters, { items: recipients(20) }));
		expect(simulator().outbox).toHaveLength(20);
		expect(Date.now() - begin).toBeLessThan(5000);
	});
});

const refusal = { kind: 'status', status: 429 } as const;

test('a message that is refused (429) without end fails ten minutes after the last of the others, which go on, with few requests', async () => {
	const [hopeless, ...others] = recipients(40);
	simulator().fault({ ...refusal, retryAfter: 1, times: 0, match: { recipient: hopeless?.to } });
	const begin = Date.now();
	const [row, ...rows] = await whileTimePasses(sentRows(recipients(40), { options: {} }), 250);
	expect(row).toMatchObject({ status: 'failed', details: { outcome: 'rejected', status: 429 } });
	expect(rows.map(({ status }) => status)).toEqual(others.map(() => 'accepted'));
	const through = Number(simulator().outbox.at(-1)?.at);
	expect(through - begin).toBeLessThan(60_000);
	expect(Date.now() - through).toBeGreaterThanOrEqual(540_000);
	expect(Date.now() - through).toBeLessThan(660_000);
	expect(simulator().requests.length).toBeLessThan(others.length + 50);
});

test.each([undefined, 0, '0.2'])(
	'Retry-After %s: never a request without a wait, and no try is lost',
	async (retryAfter) => {
		simulator().fault({ ...refusal, retryAfter, times: 9 });
		const parameters = { from: leased.imessageOnly, options: {} };
		const [row] = await whileTimePasses(sentRows(recipients(1), parameters));
		expect(row).toMatchObject({ status: 'accepted' });
		const times = simulator().requests.map(({ at }) => at);
		expect(times).toHaveLength(10);
		times.slice(1).forEach((at, index) => expect(at - Number(times[index])).toBeGreaterThanOrEqual(500));
	},
);

test('what was refused once goes behind those that wait, and they keep their order', async () => {
	const people = recipients(8);
	jest.replaceProperty(limits, 'requestsAtOnce', 2);
	simulator().fault({ ...refusal, retryAfter: 1, match: { recipient: people[2]?.to } });
	await whileTimePasses(sentRows(people, { from: leased.imessageOnly, options: {} }));
	const asked = simulator().requests.map(({ body }) =>
		people.findIndex(({ to }) => to === (body as IDataObject).to),
	);
	expect(asked).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 2]);
});

test.each([86_400, '1895000000'])(
	'429 with Retry-After %s: what was not asked says so, another sender goes on, and a Retry after ten minutes sends it',
	async (retryAfter) => {
		const list = recipients(4).map((item, index) => ({
			...item,
			from: index === 3 ? leased.imessageToo : leased.imessage,
		}));
		jest.replaceProperty(limits, 'requestsAtOnce', 1);
		const run = { parameters: { from: '={{ $json.from }}' } };
		simulator().fault({ ...refusal, retryAfter });
		const started = await whileTimePasses(startRun(list, run));
		expect(simulator().requests).toHaveLength(2);
		const [refused, ...others] = started.finished?.json() ?? [];
		expect(refused).toMatchObject({ status: 'failed', details: { outcome: 'rejected', status: 429 } });
		expect(others).toMatchObject([
			...Array<object>(2).fill({
				status: 'failed',
				reason: expect.stringMatching(
					/^Rate limit reached, so this request was not made \(held until \d\d:1\d\)$/,
				),
				details: {
					outcome: 'notSent',
					description: expect.stringMatching(
						/^Nothing was sent for this item: execute it again after that\. /,
					),
				},
			}),
			{ status: 'accepted' },
		]);
		expect(others[0]?.details).not.toHaveProperty('status');
		await pass(10 * 60_000);
		const again = await whileTimePasses(retryRun(started, run));
		expect(again.finished?.json().map(({ status }) => status)).toEqual(Array(4).fill('accepted'));
		expect(simulator().outbox).toHaveLength(4);
	},
);

test('more items than are prepared at once are all answered, and come out in their order', async () => {
	jest.useRealTimers();
	const items = Array.from({ length: 1010 }, (_, seat) => ({ seat, to: `person-${seat % 10}@example.com` }));
	const check = { operation: 'checkFaceTimeAvailability', to: '={{ $json.to }}' };
	const finished = await runNode('phoneServiceFaceTime', check, { items });
	expect(finished.json()).toMatchObject(items.map((item) => ({ ...item, available: true })));
	expect(simulator().requests).toHaveLength(10);
	expect(finished.outputs()[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
		items.map((_, item) => ({ item })),
	);
});

test('stopping the execution ends a wait for another one that sends to the same person', async () => {
	simulator().fault({ kind: 'latency', ms: 40_000 });
	const parameters = { ...plainImessage, options: { campaign: 'spring' } };
	const json = workflowAround('phoneServiceMessaging', parameters, recipients(1), {
		onError: 'continueRegularOutput',
	});
	const first = runWorkflow(json, credential());
	while (simulator().requests.length === 0) await pass(10);
	const begin = Date.now();
	const second = runWorkflow(json, credential(), { onStart: (stop) => void setTimeout(stop, 500) });
	const stopped = await whileTimePasses(second, 50);
	expect(Date.now() - begin).toBeLessThan(5_000);
	expect(stopped.json()).toMatchObject([{ status: 'failed', reason: expect.stringMatching(/stopped/) }]);
	expect((await whileTimePasses(first, 500)).json()).toMatchObject([{ status: 'accepted' }]);
	expect(simulator().outbox).toHaveLength(1);
});

test('stopping the execution ends a wait, with no request after the stop', async () => {
	jest.useRealTimers();
	const parameters = { from: leased.imessageToo };
	const { finished } = await startRun(recipients(3), { stopAfter: 1, parameters, options: { pause: 600 } });
	expect(finished?.json().at(-1)?.reason).toMatch(/stopped before this request was made/);
	expect(simulator().requests).toHaveLength(1);
});

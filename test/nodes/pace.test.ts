import { setTimeout as realDelay } from 'node:timers/promises';

import { useFakeClock, whileTimePasses } from '../support/clock';
import { runWorkflow, workflowAround } from '../support/engine';
import { credential, leased, plainImessage, runNode, simulator, useSimulator } from '../support/simulated';
import { mostUnderWay } from '../support/under-way';

useSimulator();
useFakeClock();

const lookup = { operation: 'lookUpNumber', number: '={{ $json.number }}' };
const numbers = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({ number: `+13035550${100 + from + index}` }));
const recipients = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ to: `person-${index}@example.com` }));

describe('lookups keep 6 a minute (sections 4.6 and 8)', () => {
	test('20 distinct numbers from two executions at once: no 429', async () => {
		const [one, two] = await whileTimePasses(
			Promise.all([
				runNode('phoneServiceIntelligence', lookup, { items: numbers(10) }),
				runNode('phoneServiceIntelligence', lookup, { items: numbers(10, 10) }),
			]),
			500,
		);
		expect([...one.json(), ...two.json()].map(({ number }) => number)).toEqual(
			numbers(20).map(({ number }) => number),
		);
		expect(simulator().requests.map(({ answeredStatus }) => answeredStatus)).toEqual(
			Array.from({ length: 20 }, () => 200),
		);
	});
});

describe('sends keep 1 a second and bursts of 5 for each sending number (from public material)', () => {
	test('a pool: a recipient always gets the same sender, and each number keeps its own rate', async () => {
		const pool = ['+14155550100', '+14155550101', '+12125550102'];
		const parameters = { ...plainImessage, from: pool.join(','), options: {} };
		const items = [...recipients(24), ...recipients(24)];
		await whileTimePasses(runNode('phoneServiceMessaging', parameters, { items }), 200);
		expect(simulator().requests.every(({ answeredStatus }) => answeredStatus === 200)).toBe(true);
		const senders = new Map<string, Set<string | null>>();
		for (const { to, from } of simulator().outbox) {
			senders.set(to, (senders.get(to) ?? new Set()).add(from));
		}
		expect([...senders.values()].every(({ size }) => size === 1)).toBe(true);
		expect(new Set(simulator().outbox.map(({ from }) => from))).toEqual(new Set(pool));
	});

	test('fast-track messages are not held back', async () => {
		const parameters = { ...plainImessage, from: leased.imessage, options: { fastTrack: true } };
		const begin = Date.now();
		await whileTimePasses(runNode('phoneServiceMessaging', parameters, { items: recipients(20) }));
		expect(simulator().outbox).toHaveLength(20);
		expect(Date.now() - begin).toBeLessThan(5000);
	});
});

describe('the service refuses with 429 without end', () => {
	test.each([
		['with the rate of each number', {}],
		['without a limit (Messages per Second 0)', { messagesPerSecond: 0 }],
	])('%s: after the time set the items fail as rejected, and another sender goes on', async (_, rate) => {
		const items = [
			...recipients(3).map((item) => ({ ...item, from: leased.imessage })),
			{ to: '+13035550199', from: leased.imessageToo },
		];
		for (const { to } of recipients(3)) {
			const match = { recipient: to };
			simulator().fault({ kind: 'status', status: 429, retryAfter: 1, times: 0, match });
		}
		const parameters = {
			...plainImessage,
			from: '={{ $json.from }}',
			options: rate,
			advancedOptions: { giveUpAfter: 1 },
		};
		const begin = Date.now();
		const settings = { onError: 'continueRegularOutput' as const };
		const run = runNode('phoneServiceMessaging', parameters, { items, settings });
		const [other, ...refused] = (await whileTimePasses(run, 500)).json().reverse();
		expect(other).toMatchObject({ status: 'accepted' });
		expect(refused).toMatchObject(Array(3).fill({ details: { outcome: 'rejected' } }));
		expect(Date.now() - begin).toBeGreaterThanOrEqual(30_000);
		expect(Date.now() - begin).toBeLessThan(90_000);
		expect(simulator().outbox.map(({ from }) => from)).toEqual([leased.imessageToo]);
		expect((simulator().outbox[0]?.at ?? 0) - begin).toBeLessThan(5_000);
	});
});

test('as many requests are under way as the option says, and never more', async () => {
	simulator().set({ sendRate: false, latencyMs: 100 });
	jest.useRealTimers();
	const parameters = {
		...plainImessage,
		options: { messagesPerSecond: 0 },
		advancedOptions: { requestsAtOnce: 3 },
	};
	const running = runNode('phoneServiceMessaging', parameters, { items: recipients(12) });
	expect(await mostUnderWay(running)).toBe(3);
	expect(simulator().outbox).toHaveLength(12);
});

test('more items than are prepared at once all arrive, and come out in their order', async () => {
	jest.useRealTimers();
	simulator().set({ sendRate: false });
	const items = recipients(1200);
	const parameters = {
		...plainImessage,
		options: { messagesPerSecond: 0 },
		advancedOptions: { requestsAtOnce: 50 },
	};
	const finished = await runNode('phoneServiceMessaging', parameters, { items });
	const ids = new Map(simulator().outbox.map(({ to, message_id: id }) => [to, id]));
	expect(finished.json().map(({ message_id: id }) => id)).toEqual(items.map(({ to }) => ids.get(to)));
	expect(ids.size).toBe(1200);
	expect(finished.outputs()[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
		items.map((_, item) => ({ item })),
	);
}, 180_000);

describe('stopping the execution', () => {
	test('ends a wait within a second, with no request after the stop', async () => {
		jest.useRealTimers();
		let stop = () => {};
		const workflow = workflowAround(
			'phoneServiceMessaging',
			{ ...plainImessage, from: leased.imessageToo, options: {} },
			recipients(20),
		);
		const running = runWorkflow(workflow, credential(), {
			onStart: (cancel) => {
				stop = cancel;
			},
		});
		while (simulator().requests.length < 5) await realDelay(20);
		await realDelay(100);
		const before = simulator().requests.length;
		const stopped = Date.now();
		stop();
		const finished = await running;
		expect(Date.now() - stopped).toBeLessThan(1000);
		expect(finished.run.data.resultData.error?.message).toMatch(/stopped before this request was made/);
		await realDelay(1500);
		expect(simulator().requests).toHaveLength(before);
	});
});

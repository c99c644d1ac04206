import type { IDataObject } from 'n8n-workflow';

import { firstLook, nextLook } from '../../nodes/CallForwarding/forwarding-change';
import { maySkip } from '../../nodes/CallForwarding/forwarding-memory';
import { useFakeClock, whileTimePasses } from '../support/clock';
import { leased, simulator, useSimulator } from '../support/simulated';
import { TriggerHost, type Polled } from '../support/trigger-host';

useSimulator();
useFakeClock();

const number = leased.queued;
const other = leased.imessage;
const target = '+12025550190';
const minute = 60_000;

function host(parameters: IDataObject = {}, options = {}): TriggerHost {
	return new TriggerHost({ numbers: [number], event: 'changeApplied', ...parameters } as never, options);
}

async function pass(ms: number): Promise<void> {
	await jest.advanceTimersByTimeAsync(ms);
}

function changesOf({ items }: Polled): unknown[] {
	return items.map(({ number: of, change }) => [of, change]);
}

describe.each([
	['durable cursors off', {}],
	['durable cursors on', { durable: true }],
])('with %s (sections 2.3 and 3)', (_, options) => {
	test('the first poll remembers and emits nothing', async () => {
		const trigger = host({}, options);
		expect((await trigger.activate()).items).toEqual([]);
		expect((await trigger.poll()).items).toEqual([]);
	});

	test('a queued change is emitted once, when it has become active', async () => {
		const trigger = host({}, options);
		await trigger.activate();
		simulator().changeForwarding(number, null, 5 * minute);
		await pass(minute);
		expect((await trigger.poll()).items).toEqual([]);
		await pass(4.5 * minute);
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

	test('a number that is queued already at the first poll is watched to its end', async () => {
		simulator().changeForwarding(number, null, minute);
		const trigger = host({}, options);
		expect((await trigger.activate()).items).toEqual([]);
		await pass(2 * minute);
		expect(changesOf(await trigger.poll())).toEqual([[number, 'disabled']]);
	});

	test('a change that was queued and applied between two polls is emitted', async () => {
		const trigger = host({}, options);
		await trigger.activate();
		simulator().changeForwarding(number, target, minute);
		await pass(2 * minute);
		expect(changesOf(await trigger.poll())).toEqual([[number, 'redirected']]);
	});

	test('n8n killed while the change is applied: still exactly one', async () => {
		const trigger = host({}, options);
		await trigger.activate();
		simulator().changeForwarding(number, null, 2 * minute);
		await pass(minute);
		await trigger.poll();
		await pass(3 * minute);
		expect(changesOf(await trigger.killAndStart())).toEqual([[number, 'disabled']]);
		expect((await trigger.killAndStart()).items).toEqual([]);
	});

	test('deactivated and activated again: what happened in between is emitted once', async () => {
		const trigger = host({}, options);
		await trigger.activate();
		simulator().changeForwarding(number, null, 0);
		expect(changesOf(await trigger.activateAgain())).toEqual([[number, 'disabled']]);
		expect((await trigger.activateAgain()).items).toEqual([]);
	});

	test('an added number is remembered first, a removed one is forgotten', async () => {
		const trigger = host({}, options);
		await trigger.activate();
		await trigger.activateAgain({ numbers: [number, other], event: 'changeApplied' });
		expect(Object.keys(trigger.memory().numbers as object)).toEqual([number, other]);
		simulator().changeForwarding(other, target, 0);
		expect(changesOf(await trigger.poll())).toEqual([[other, 'redirected']]);
		await trigger.activateAgain({ numbers: [other], event: 'changeApplied' });
		expect(Object.keys(trigger.memory().numbers as object)).toEqual([other]);
	});

	test('numbers that fail keep their memory and are told in one error, the others emit', async () => {
		const numbers = [number, other, leased.imessageToo, leased.whatsapp];
		const trigger = host({ numbers }, options);
		await trigger.activate();
		simulator().fault({ kind: 'status', status: 500, match: { number }, times: 0 });
		simulator().fault({ kind: 'status', status: 500, match: { number: leased.imessageToo }, times: 0 });
		simulator().changeForwarding(number, null, 0);
		simulator().changeForwarding(other, null, 0);
		const polled = await trigger.poll();
		expect(changesOf(polled)).toEqual([[other, 'disabled']]);
		expect(polled.errors).toHaveLength(1);
		expect(polled.errors[0]?.message).toContain(`${number}, ${leased.imessageToo}`);
		simulator().clearFaults();
		expect(changesOf(await trigger.poll())).toEqual([[number, 'disabled']]);
	});

	test('a poll in which every number fails changes nothing and says so once', async () => {
		const trigger = host({}, options);
		await trigger.activate();
		simulator().changeForwarding(number, null, 0);
		simulator().fault({ kind: 'status', status: 500, times: 1 });
		const polled = await trigger.poll();
		expect(polled.items).toEqual([]);
		expect(polled.errors).toHaveLength(1);
		expect(changesOf(await trigger.poll())).toEqual([[number, 'disabled']]);
	});

	test('queued again with a new time: emitted once, when that has come', async () => {
		const trigger = host({}, options);
		await trigger.activate();
		simulator().changeForwarding(number, null, 2 * minute);
		await pass(minute);
		await trigger.poll();
		simulator().changeForwarding(number, null, 5 * minute);
		await pass(2 * minute);
		expect((await trigger.poll()).items).toEqual([]);
		await pass(4 * minute);
		expect(changesOf(await trigger.poll())).toEqual([[number, 'disabled']]);
	});

	test('back to forwarding before it was applied: nothing has taken effect', async () => {
		const trigger = host({}, options);
		await trigger.activate();
		simulator().changeForwarding(number, null, 2 * minute);
		await pass(minute);
		await trigger.poll();
		simulator().changeForwarding(number, '+16465550196', 0);
		expect((await trigger.poll()).items).toEqual([]);
		await pass(5 * minute);
		expect((await trigger.poll()).items).toEqual([]);
	});
});

test('two polls at the same time emit a change once', async () => {
	const trigger = host();
	await trigger.activate();
	simulator().changeForwarding(number, null, 0);
	const both = await Promise.all([trigger.poll(), trigger.poll()]);
	expect(both.flatMap(changesOf)).toEqual([[number, 'disabled']]);
});

describe('events', () => {
	async function afterEachChange(event: string): Promise<unknown[]> {
		const trigger = host({ event });
		await trigger.activate();
		const seen: unknown[] = [];
		const steps: Array<[string | null, number]> = [
			[null, 0],
			[target, 0],
			['+12025550191', 0],
			[null, minute],
		];
		for (const [to, delay] of steps) {
			simulator().changeForwarding(number, to, delay);
			seen.push(...changesOf(await trigger.poll()));
			await pass(2 * minute);
			seen.push(...changesOf(await trigger.poll()));
		}
		return seen.map((change) => (change as string[])[1]);
	}

	test.each([
		['changeApplied', ['disabled', 'enabled', 'redirected', 'disabled']],
		['forwardingEnabled', ['enabled', 'redirected']],
		['forwardingDisabled', ['disabled', 'disabled']],
		['anyChange', ['disabled', 'enabled', 'redirected', 'queued', 'disabled']],
	])('%s covers %j', async (event, kinds) => {
		expect(await afterEachChange(event)).toEqual(kinds);
	});

	test('Any Change also tells of another time and of a change that was withdrawn', async () => {
		const trigger = host({ event: 'anyChange' });
		await trigger.activate();
		simulator().changeForwarding(number, null, 2 * minute);
		expect(changesOf(await trigger.poll())).toEqual([[number, 'queued']]);
		simulator().changeForwarding(number, null, 9 * minute);
		expect(changesOf(await trigger.poll())).toEqual([[number, 'rescheduled']]);
		simulator().changeForwarding(number, '+16465550196', 0);
		expect(changesOf(await trigger.poll())).toEqual([[number, 'withdrawn']]);
	});
});

describe('requests', () => {
	test('a change expected only after the next poll is looked at in every second poll', async () => {
		const trigger = host();
		await trigger.activate();
		simulator().changeForwarding(number, null, 20 * minute);
		const reads: number[] = [];
		for (let poll = 0; poll < 8; poll += 1) {
			await pass(minute);
			const before = simulator().requests.length;
			await trigger.poll();
			reads.push(simulator().requests.length - before);
		}
		expect(reads).toEqual([1, 0, 1, 0, 1, 0, 1, 0]);
	});

	test('a change that comes earlier than expected is seen at most one poll late', async () => {
		const trigger = host();
		await trigger.activate();
		simulator().changeForwarding(number, null, 20 * minute);
		await pass(minute);
		await trigger.poll();
		simulator().changeForwarding(number, null, 0);
		await pass(minute);
		const late = await trigger.poll();
		await pass(minute);
		expect(changesOf(late).concat(changesOf(await trigger.poll()))).toEqual([[number, 'disabled']]);
	});

	test('reads are repeated on a passing fault, as in the nodes', async () => {
		const trigger = host();
		await trigger.activate();
		simulator().changeForwarding(number, null, 0);
		simulator().fault({ kind: 'status', status: 503, times: 2 });
		expect(changesOf(await whileTimePasses(trigger.poll()))).toEqual([[number, 'disabled']]);
	});

	test('many numbers are read a few at a time', async () => {
		const trigger = host({ numbers: '={{ ["+14155550100","+14155550101","+12125550102"] }}' });
		await trigger.activate();
		expect(simulator().requests).toHaveLength(3);
	});
});

describe('clocks that differ', () => {
	const queued = { enabled: true, to: target, status: 'queued' as const };

	test('the time left is counted by the clock of the service', () => {
		const serviceNow = 9_000_000_000_000;
		const remembered = firstLook({ ...queued, estimated_completion: serviceNow + 10 * minute }, serviceNow);
		const memory = { polledAt: 1_000_000, numbers: {} };
		expect(maySkip(remembered, memory, 1_000_000 + minute)).toBe(true);
		const soon = firstLook({ ...queued, estimated_completion: serviceNow + minute }, serviceNow);
		expect(maySkip(soon, memory, 1_000_000 + minute)).toBe(false);
		expect(maySkip({ ...remembered, skipped: true }, memory, 1_000_000 + minute)).toBe(false);
	});

	test('a local clock that was set back skips nothing', () => {
		const remembered = firstLook({ ...queued, estimated_completion: 10 * minute }, 0);
		expect(maySkip(remembered, { polledAt: 5 * minute, numbers: {} }, minute)).toBe(false);
	});

	test('an answer older than the memory says nothing new', () => {
		const active = { enabled: false, to: null, status: 'active' as const, estimated_completion: null };
		const memory = firstLook(active, 2000);
		const older = nextLook(memory, { ...active, enabled: true, to: target }, 1000);
		expect(older).toEqual({ memory });
	});
});

describe('Fetch Test Event', () => {
	test('shows the present state, marked as a test, and changes no memory', async () => {
		const trigger = host({ numbers: [number, other] });
		await trigger.activate();
		simulator().changeForwarding(number, null, 0);
		const memory = trigger.memory();
		const items = await trigger.fetchTestEvent();
		expect(items).toMatchObject([
			{ number, test: true, call_forwarding: { enabled: false } },
			{ number: other, test: true, call_forwarding: { enabled: true } },
		]);
		expect(trigger.memory()).toEqual(memory);
		expect(changesOf(await trigger.poll())).toEqual([[number, 'disabled']]);
	});
});

describe('activation fails with a clear error', () => {
	test('a wrong token', async () => {
		await expect(host({}, { token: 'wrong' }).activate()).rejects.toThrow(/access token/);
	});

	test('a number that is not leased', async () => {
		const trigger = host({ numbers: [number, leased.notLeased] });
		await expect(trigger.activate()).rejects.toThrow(new RegExp(`\\${leased.notLeased}.*403`));
		expect(trigger.memory()).toEqual({});
	});

	test.each([
		[{ numbers: ['12'] }, /^Numbers is not an E.164/],
		[{ numbers: '={{ [] }}' }, /watches no number/],
		[{ options: { readPath: 'x' } }, /path of the read operation/],
		[{ options: { readPath: '/numbers' } }, /path of the read operation/],
	])('%j', async (parameters, fault) => {
		await expect(host(parameters).activate()).rejects.toThrow(fault);
	});

	test('a path of another operation', async () => {
		const trigger = host({ options: { readPath: '/facetime/availability/{number}' } });
		await expect(trigger.activate()).rejects.toThrow(/not one of the service/);
	});
});

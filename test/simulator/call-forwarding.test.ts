import { forwardedTo, leased } from '../support/leased-numbers';
import {
	acceptedRequest,
	get,
	inPath,
	moveDate,
	post,
	simulator,
	useFakeDate,
	useSimulator,
} from './support';

useSimulator();
useFakeDate();

const target = '+12065550177';

async function read(number: string) {
	return (await get(`/numbers/lease/${inPath(number)}/call_forwarding`)).data.data;
}

async function disable(number: string, body?: object) {
	return (await post(`/numbers/lease/${inPath(number)}/call_forwarding/disable`, body)).data.data;
}

async function enable(number: string, to = target) {
	return (await post(`/numbers/lease/${inPath(number)}/call_forwarding/enable`, { to })).data.data;
}

const off = { enabled: false, to: null, status: 'active', estimated_completion: null };

describe('sections 2.3, 3 and 4.1: call forwarding', () => {
	test('is read as it stands', async () => {
		expect(await read(leased.whatsapp)).toEqual({
			number: leased.whatsapp,
			call_forwarding: {
				enabled: true,
				to: forwardedTo(leased.whatsapp),
				status: 'active',
				estimated_completion: null,
			},
		});
	});

	test.each([[undefined], [{}], [{ to: target }]])('is disabled at once with the body %j', async (body) => {
		expect(await disable(leased.whatsapp, body)).toEqual({ number: leased.whatsapp, call_forwarding: off });
		expect(await read(leased.whatsapp)).toEqual({ number: leased.whatsapp, call_forwarding: off });
	});

	test('is enabled at once', async () => {
		const enabled = { enabled: true, to: target, status: 'active', estimated_completion: null };
		expect((await enable(leased.whatsapp)).call_forwarding).toEqual(enabled);
		expect((await read(leased.whatsapp)).call_forwarding).toEqual(enabled);
	});

	test('is disabled later on a number that queues, and is active at its estimated completion', async () => {
		const present = (await read(leased.queued)).call_forwarding;
		const queued = { ...present, status: 'queued', estimated_completion: Date.now() + 30_000 };
		expect((await disable(leased.queued)).call_forwarding).toEqual(queued);
		moveDate(29_999);
		expect((await read(leased.queued)).call_forwarding).toEqual(queued);
		moveDate(1);
		expect((await read(leased.queued)).call_forwarding).toEqual(off);
	});

	test('is enabled later on a number that queues', async () => {
		simulator().set({ forwardingDelayMs: 1000 });
		const completion = Date.now() + 1000;
		expect((await enable(leased.queued)).call_forwarding).toEqual({
			enabled: true,
			to: target,
			status: 'queued',
			estimated_completion: completion,
		});
		moveDate(1000);
		expect((await read(leased.queued)).call_forwarding).toMatchObject({ to: target, status: 'active' });
	});

	test('a new change replaces a queued one', async () => {
		await disable(leased.queued);
		moveDate(10_000);
		expect((await enable(leased.queued)).call_forwarding.estimated_completion).toBe(Date.now() + 30_000);
		moveDate(30_000);
		expect((await read(leased.queued)).call_forwarding).toMatchObject({ enabled: true, to: target });
	});

	test.each([
		['immediate', leased.queued, 'active'],
		['queued', leased.whatsapp, 'queued'],
	] as const)('the setting %s holds for every number', async (forwarding, number, status) => {
		simulator().set({ forwarding });
		expect((await disable(number)).call_forwarding.status).toBe(status);
	});

	test('changes from outside, with a delay of its own', async () => {
		simulator().changeForwarding(leased.whatsapp, null, 5000);
		expect((await read(leased.whatsapp)).call_forwarding).toMatchObject({
			status: 'queued',
			to: forwardedTo(leased.whatsapp),
		});
		moveDate(5000);
		expect((await read(leased.whatsapp)).call_forwarding).toEqual(off);
	});

	test('a change that was answered with an error has not happened', async () => {
		simulator().fault({ kind: 'status', status: 500 });
		expect((await acceptedRequest('disableCallForwarding')).status).toBe(500);
		expect((await read(leased.whatsapp)).call_forwarding.enabled).toBe(true);
	});

	test.each([
		['disable', undefined],
		['enable', { to: target }],
	])('%s answers 403 for a number that the caller does not lease', async (change, body) => {
		const path = `/numbers/lease/${inPath(leased.notLeased)}/call_forwarding/${change}`;
		expect((await post(path, body)).status).toBe(403);
	});

	test('reading answers 403 for a number that the caller does not lease', async () => {
		const path = `/numbers/lease/${inPath(leased.whatsapp)}/call_forwarding`;
		expect((await get(path, 'demo-token-no-numbers')).status).toBe(403);
	});
});

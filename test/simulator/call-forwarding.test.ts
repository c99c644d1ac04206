import { forwardedTo, leased } from '../support/leased-numbers';
import { get, inPath, moveDate, post, simulator, useFakeDate, useSimulator } from './support';

useSimulator();
useFakeDate();

const target = '+12065550177';
const off = { enabled: false, to: null, status: 'active', estimated_completion: null };
const on = (to: string | null) => ({ ...off, enabled: true, to });

const path = (number: string) => `/numbers/lease/${inPath(number)}/call_forwarding`;

async function read(number: string) {
	const { data } = (await get(path(number))).data;
	expect(data.number).toBe(number);
	return data.call_forwarding;
}

async function change(how: 'disable' | 'enable', number: string, body?: object) {
	return (await post(`${path(number)}/${how}`, body)).data.data.call_forwarding;
}

describe('sections 2.3, 3 and 4.1: call forwarding', () => {
	test.each([[undefined], [{ to: target }]])('is disabled at once with the body %j', async (body) => {
		expect(await read(leased.whatsapp)).toEqual(on(forwardedTo(leased.whatsapp)));
		expect(await change('disable', leased.whatsapp, body)).toEqual(off);
		expect(await read(leased.whatsapp)).toEqual(off);
	});

	test('is disabled later on a number that queues, and is active at its estimated completion', async () => {
		const queued = {
			...on(forwardedTo(leased.queued)),
			status: 'queued',
			estimated_completion: Date.now() + 30_000,
		};
		expect(await change('disable', leased.queued)).toEqual(queued);
		moveDate(29_999);
		expect(await read(leased.queued)).toEqual(queued);
		moveDate(1);
		expect(await read(leased.queued)).toEqual(off);
	});

	test('is enabled later on a number that queues, in place of a queued change', async () => {
		await change('disable', leased.queued);
		moveDate(10_000);
		simulator().set({ forwardingDelayMs: 1000 });
		expect(await change('enable', leased.queued, { to: target })).toEqual({
			...on(target),
			status: 'queued',
			estimated_completion: Date.now() + 1000,
		});
		moveDate(30_000);
		expect(await read(leased.queued)).toEqual(on(target));
	});
});

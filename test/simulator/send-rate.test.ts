import { leased } from '../support/leased-numbers';
import { ordinary, moveDate, post, simulator, useFakeDate, useSimulator } from './support';

useSimulator({ rates: true });
useFakeDate();

async function send(from: string, body: object = {}, channel = 'imessage') {
	return await post(`/send/${channel}`, { to: ordinary, message: 'Hello', from, ...body });
}

async function sendMany(count: number, from: string): Promise<number[]> {
	const statuses: number[] = [];
	for (let sent = 0; sent < count; sent++) statuses.push((await send(from)).status);
	return statuses;
}

describe('public material: one message a second and bursts of five for each sending number', () => {
	test('five go at once, then one a second', async () => {
		expect(await sendMany(6, leased.whatsapp)).toEqual([200, 200, 200, 200, 200, 429]);
		const refused = await send(leased.whatsapp);
		expect(refused.headers['retry-after']).toBe('1');
		moveDate(999);
		expect(await sendMany(1, leased.whatsapp)).toEqual([429]);
		moveDate(1);
		expect(await sendMany(2, leased.whatsapp)).toEqual([200, 429]);
		moveDate(60_000);
		expect(await sendMany(6, leased.whatsapp)).toEqual([200, 200, 200, 200, 200, 429]);
		expect(simulator().outbox).toHaveLength(11);
	});

	test('each number has its own rate', async () => {
		await sendMany(6, leased.whatsapp);
		expect(await sendMany(1, leased.imessageOnly)).toEqual([200]);
	});

	test('the rate of a number holds over both channels', async () => {
		await sendMany(5, leased.whatsapp);
		expect((await send(leased.whatsapp, {}, 'whatsapp')).status).toBe(429);
	});

	test('fast track lifts it', async () => {
		await sendMany(5, leased.whatsapp);
		for (let sent = 0; sent < 5; sent++) {
			expect((await send(leased.whatsapp, { fast_track: true })).status).toBe(200);
		}
	});

	test('refused sends do not count', async () => {
		for (let sent = 0; sent < 6; sent++) await send(leased.whatsapp, { to: '+12025550141' });
		expect(await sendMany(5, leased.whatsapp)).toEqual([200, 200, 200, 200, 200]);
	});

	test('can be switched off', async () => {
		simulator().set({ sendRate: false });
		expect(await sendMany(8, leased.whatsapp)).toEqual(Array(8).fill(200));
	});
});

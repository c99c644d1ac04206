import { pass, useFakeClock } from '../support/clock';
import { leased } from '../support/leased-numbers';
import { get, inPath, ordinary, post, simulator, useSimulator } from './support';

useSimulator({ rates: true });
useFakeClock();

/** What so many requests are answered, one after the other. */
async function statuses(count: number, ask: () => ReturnType<typeof get>): Promise<number[]> {
	const answered: number[] = [];
	while (answered.length < count) answered.push((await ask()).status);
	return answered;
}

const lookUp = async () => await get(`/intelligence/${inPath(ordinary)}`);

const send = (from: string, body: object = {}) => {
	return async () => await post('/send/imessage', { to: ordinary, message: 'Hello', from, ...body });
};

const burst = [200, 200, 200, 200, 200];

describe('section 8: six lookups a minute', () => {
	test('the seventh waits until the first is a minute old', async () => {
		expect(await statuses(1, lookUp)).toEqual([200]);
		await pass(10_000);
		expect(await statuses(6, lookUp)).toEqual([...burst, 429]);
		const refused = await lookUp();
		expect(refused.headers['retry-after']).toBe('50');
		expect(refused.data.data).toEqual({ error: 'Too Many Requests', status: 429 });
		await pass(49_999);
		expect(await statuses(1, lookUp)).toEqual([429]);
		await pass(1);
		expect(await statuses(2, lookUp)).toEqual([200, 429]);
		expect(simulator().lookups).toHaveLength(7);
	});
});

describe('public material: one message a second and bursts of five for each sending number', () => {
	test('five go at once, then one a second', async () => {
		expect(await statuses(6, send(leased.whatsapp))).toEqual([...burst, 429]);
		expect((await send(leased.whatsapp)()).headers['retry-after']).toBe('1');
		await pass(999);
		expect(await statuses(1, send(leased.whatsapp))).toEqual([429]);
		await pass(1);
		expect(await statuses(2, send(leased.whatsapp))).toEqual([200, 429]);
		await pass(60_000);
		expect(await statuses(6, send(leased.whatsapp))).toEqual([...burst, 429]);
		expect(simulator().outbox).toHaveLength(11);
	});

	test('each number has its own rate, over both channels, and fast track lifts it', async () => {
		expect(await statuses(6, send(leased.whatsapp))).toEqual([...burst, 429]);
		expect(await statuses(1, send(leased.imessageOnly))).toEqual([200]);
		const whatsapp = { to: ordinary, message: 'Hello', from: leased.whatsapp };
		expect((await post('/send/whatsapp', whatsapp)).status).toBe(429);
		expect(await statuses(5, send(leased.whatsapp, { fast_track: true }))).toEqual(burst);
	});
});

import type { AxiosError } from 'axios';
import { lapsedLeases, leasedNumbers } from '../../simulator/accounts';
import type { BreakingEffect, FaultOrder } from '../../simulator/faults';
import { magicAddresses } from '../../simulator/magic-numbers';
import { startSimulator, type Simulator } from '../../simulator/simulator';
import { leased } from '../support/leased-numbers';
import { idsByService, serviceOf } from '../support/operations';
import { acceptedRequest, caller, get, inPath, ordinary, post, simulator, useSimulator } from './support';

useSimulator();

/** What a send comes to: the status, for 200 what it is that came, or the code of the connection's error. */
async function outcomeOf(to: string, timeout = 20_000): Promise<number | string | undefined> {
	try {
		const { status, data } = await caller().post('/send/imessage', { to, message: 'Hello' }, { timeout });
		if (status !== 200) return status;
		return typeof data === 'string' ? data.slice(0, 6) : data.object;
	} catch (error) {
		return (error as AxiosError).code;
	}
}

/** What the caller sees of an effect, and whether the message is in the outbox all the same. */
const effects: Array<[BreakingEffect, outcome: number | string, isProcessed: boolean]> = [
	[{ kind: 'status', status: 500 }, 500, false],
	[{ kind: 'status', status: 503, processed: true }, 503, true],
	[{ kind: 'resetBefore' }, 'ECONNRESET', false],
	[{ kind: 'resetAfter' }, 'ECONNRESET', true],
	[{ kind: 'timeout' }, 'ECONNABORTED', false],
	[{ kind: 'timeout', processed: true }, 'ECONNABORTED', true],
	[{ kind: 'malformed' }, '{"id":', true],
	[{ kind: 'html' }, '<!doct', true],
	[{ kind: 'wrongObject' }, 'list', true],
	[{ kind: 'redirect', status: 307, location: '/elsewhere' }, 307, false],
];

/** How long to wait for an answer. */
const patience = (effect?: FaultOrder) => (effect?.kind === 'timeout' ? 500 : undefined);

describe('faults on demand', () => {
	test.each(effects)('%j: %s, processed: %s', async (effect, outcome, isProcessed) => {
		const fault = simulator().fault(effect);
		expect(await outcomeOf(ordinary, patience(effect))).toBe(outcome);
		expect(simulator().outbox).toHaveLength(isProcessed ? 1 : 0);
		expect(await outcomeOf(ordinary)).toBe('response');
		expect(fault).toMatchObject({ struck: 1, left: 0 });
	});

	test('a request without an answer has no status', async () => {
		simulator().fault({ kind: 'resetAfter' });
		await outcomeOf(ordinary);
		await outcomeOf(ordinary);
		expect(simulator().requests).toMatchObject([{ answeredStatus: null }, { answeredStatus: 200 }]);
	});

	test.each([2, 'Fri, 20 Nov 2026 12:00:30 GMT'])('carry Retry-After: %s', async (retryAfter) => {
		simulator().fault({ kind: 'status', status: 429, retryAfter });
		expect((await acceptedRequest('sendImessage')).headers['retry-after']).toBe(String(retryAfter));
	});

	test.each(idsByService)('%s is struck by its own faults only', async (id) => {
		const operationId = serviceOf(id);
		for (const other of idsByService.filter((one) => one !== id)) {
			simulator().fault({ kind: 'status', status: 500, match: { operationId: serviceOf(other) } });
		}
		expect((await acceptedRequest(id)).status).toBe(200);
		simulator().fault({ kind: 'status', status: 502, match: { operationId } });
		expect((await acceptedRequest(id)).status).toBe(502);
	});

	test.each([
		[1, [500, 'response', 'response']],
		[2, [500, 500, 'response']],
		[0, [500, 500, 500]],
	])('strike %i times', async (times, expected) => {
		simulator().fault({ kind: 'status', status: 500, times });
		const statuses = [];
		while (statuses.length < 3) statuses.push(await outcomeOf(ordinary));
		expect(statuses).toEqual(expected);
		simulator().clearFaults();
		expect(await outcomeOf(ordinary)).toBe('response');
	});

	test('strike a recipient', async () => {
		simulator().fault({ kind: 'status', status: 500, times: 0, match: { recipient: 'guest@example.com' } });
		expect(await outcomeOf(ordinary)).toBe('response');
		expect(await outcomeOf('guest@example.com')).toBe(500);
		expect((await get('/facetime/availability/guest%40example.com')).status).toBe(500);
	});

	test('strike a number in the path', async () => {
		simulator().fault({ kind: 'status', status: 500, times: 0, match: { number: leased.immediate } });
		expect((await post(`/numbers/${inPath(leased.immediate)}/configure`, {})).status).toBe(500);
		expect((await acceptedRequest('getCallForwarding')).status).toBe(500);
		expect((await get(`/intelligence/${inPath(ordinary)}`)).status).toBe(200);
	});

	test('latency delays a request and lets further faults strike it, as the setting does', async () => {
		simulator().set({ latencyMs: 60 });
		simulator().fault({ kind: 'latency', ms: 80 });
		simulator().fault({ kind: 'status', status: 500 });
		const started = performance.now();
		expect(await outcomeOf(ordinary)).toBe(500);
		expect(performance.now() - started).toBeGreaterThan(135);
	});

	test('a request against the document is a violation whatever fault strikes it', async () => {
		simulator().fault({ kind: 'status', status: 503 });
		expect((await post('/send/imessage', { to: 'nobody' })).status).toBe(503);
		expect(simulator().violations).toHaveLength(1);
	});

	test.each<[string, (other: Simulator) => unknown]>([
		['a reset', (other) => other.reset()],
		['a stop', async (other) => await other.stop()],
	])('%s ends requests that wait for an answer', async (_how, end) => {
		const other = await startSimulator();
		other.fault({ kind: 'timeout' });
		const waiting = caller().get(`${other.url}/facetime/availability/guest@example.com`);
		const outcome = expect(waiting).rejects.toMatchObject({ code: 'ECONNRESET' });
		while (other.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		await end(other);
		await outcome;
		await other.stop();
		await expect(caller().get(other.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
	});
});

describe('magic numbers', () => {
	const addresses = magicAddresses.flatMap((magic) =>
		[magic.number, magic.email].flatMap((address) => (address ? [{ ...magic, address }] : [])),
	);

	test('every address stands for one outcome and lies in the range kept for fiction', () => {
		expect(new Set(addresses.map(({ address }) => address)).size).toBe(addresses.length);
		for (const { number } of [...magicAddresses, ...leasedNumbers, ...lapsedLeases])
			expect(number).toMatch(/^\+1\d{3}55501\d{2}$/);
		for (const { email = '@example.com' } of magicAddresses) expect(email).toMatch(/@example\.com$/);
	});

	test.each(addresses.filter(({ times }) => !times))('$address: $outcome', async ({ address, effect }) => {
		const [, usual = 'response', after = true] = effects.find(([{ kind }]) => kind === effect?.kind) ?? [];
		const outcome = effect?.kind === 'status' ? effect.status : usual;
		const isProcessed = effect?.kind === 'status' ? effect.processed : after;
		for (const sent of [1, 2]) {
			expect(await outcomeOf(address, patience(effect))).toBe(outcome);
			expect(simulator().outbox).toHaveLength(isProcessed ? sent : 0);
		}
	});

	test.each([
		['+12025550143', [500, 500, 500], 0],
		['+12025550145', [500, 500, 500], 3],
		['+12025550146', [500, 'response', 'response'], 3],
		['+12025550147', [403, 403, 'response'], 1],
		['refused-twice@example.com', [403, 403, 'response'], 1],
	])('%s: %j, and %i of them arrive', async (address, expected, arrived) => {
		const outcomes = [];
		while (outcomes.length < 3) outcomes.push(await outcomeOf(address));
		expect(outcomes).toEqual(expected);
		expect(simulator().outbox).toHaveLength(arrived);
		simulator().reset();
		expect(await outcomeOf(address)).toBe(expected[0]);
	});

	test('hold for other operations too', async () => {
		expect((await get(`/intelligence/${inPath('+12025550143')}`)).status).toBe(500);
		expect((await get('/facetime/availability/forbidden@example.com')).status).toBe(403);
		const message = { to: '+12025550142', message: 'Hello' };
		const { status, headers } = await post('/send/whatsapp', message);
		expect([status, headers['retry-after']]).toEqual([429, '1']);
	});
});

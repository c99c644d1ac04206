import type { AxiosError } from 'axios';
import { lapsedLeases, leasedNumbers } from '../../simulator/accounts';
import type { BreakingEffect } from '../../simulator/faults';
import { magicAddresses } from '../../simulator/magic-numbers';
import { caller, get, inPath, ordinary, post, simulator, useSimulator } from './support';

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

/** What the caller sees of an effect without a status, and whether the message is in the outbox all the same. */
const effects: Partial<Record<BreakingEffect['kind'], [outcome: string, isProcessed: boolean]>> = {
	resetBefore: ['ECONNRESET', false],
	resetAfter: ['ECONNRESET', true],
	timeout: ['ECONNABORTED', false],
	malformed: ['{"id":', true],
	html: ['<!doct', true],
	wrongObject: ['list', true],
};

describe('faults on demand', () => {
	test('strike the operation that they name', async () => {
		simulator().fault({ kind: 'status', status: 500, match: { operationId: 'sendWhatsapp' } });
		expect(await outcomeOf(ordinary)).toBe('response');
		expect((await post('/send/whatsapp', { to: ordinary, message: 'Hello' })).status).toBe(500);
	});

	test('a request against the document is a violation whatever fault strikes it', async () => {
		simulator().fault({ kind: 'status', status: 503 });
		expect((await post('/send/imessage', { to: 'nobody' })).status).toBe(503);
		expect(simulator().violations).toHaveLength(1);
	});

	test('a reset ends requests that wait for an answer, which have no status', async () => {
		simulator().fault({ kind: 'timeout', processed: true });
		const waiting = outcomeOf(ordinary);
		while (simulator().outbox.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		expect(simulator().requests).toMatchObject([{ answeredStatus: null }]);
		simulator().reset();
		expect(await waiting).toBe('ECONNRESET');
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
		const [outcome, isProcessed] =
			effect?.kind === 'status'
				? [effect.status, effect.processed]
				: ((effect && effects[effect.kind]) ?? ['response', true]);
		for (const sent of [1, 2]) {
			expect(await outcomeOf(address, effect?.kind === 'timeout' ? 500 : undefined)).toBe(outcome);
			expect(simulator().outbox).toHaveLength(isProcessed ? sent : 0);
		}
	});

	test.each([
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

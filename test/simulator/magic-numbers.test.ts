import { randomInt } from 'node:crypto';
import type { AxiosError } from 'axios';
import { magicAddresses, type MagicAddress } from '../../simulator/magic-numbers';
import { lapsedLeases, leasedNumbers } from '../../simulator/accounts';
import { isProcessed } from '../../simulator/faults';
import { leased } from '../support/leased-numbers';
import { caller, inPath, post, simulator, useSimulator } from './support';

useSimulator();

const addresses = magicAddresses.flatMap((magic) =>
	[magic.number, magic.email].flatMap((address) => (address ? [{ ...magic, address }] : [])),
);
const withEffect = (kind: string) => addresses.filter(({ effect }) => effect?.kind === kind);

type Outcome = { status: number; data: unknown; retryAfter?: unknown } | { code: string | undefined };

async function outcomeOfSend(to: string, timeout = 5000): Promise<Outcome> {
	try {
		const { status, data, headers } = await caller().post(
			'/send/imessage',
			{ to, message: 'Hello' },
			{ timeout, responseType: 'text' },
		);
		return { status, data, retryAfter: headers['retry-after'] };
	} catch (error) {
		return { code: (error as AxiosError).code };
	}
}

describe('magic numbers', () => {
	test('every address stands for one outcome and lies in the range kept for fiction', () => {
		const all = addresses.map(({ address }) => address);
		expect(new Set(all).size).toBe(all.length);
		for (const { number } of [...magicAddresses, ...leasedNumbers, ...lapsedLeases])
			expect(number).toMatch(/^\+1\d{3}55501\d{2}$/);
		for (const { email } of magicAddresses) expect(email ?? '@example.com').toMatch(/@example\.com$/);
	});

	test.each(addresses.filter(({ effect }) => !effect))(
		'$address ($outcome) accepts messages',
		async ({ address }) => {
			expect(await outcomeOfSend(address)).toMatchObject({ status: 200 });
			expect(simulator().outbox).toHaveLength(1);
		},
	);

	test.each(withEffect('status').filter(({ times }) => !times))('$address: $outcome', async (magic) => {
		const { address, effect } = magic as MagicAddress & { address: string };
		if (effect?.kind !== 'status') throw new Error('not a status');
		for (let sent = 1; sent <= 3; sent++) {
			expect(await outcomeOfSend(address)).toMatchObject({
				status: effect.status,
				retryAfter: effect.retryAfter?.toString(),
			});
			expect(simulator().outbox).toHaveLength(isProcessed(effect) ? sent : 0);
		}
	});

	test.each(withEffect('timeout'))('$address: $outcome', async ({ address }) => {
		expect(await outcomeOfSend(address, 1000)).toEqual({ code: 'ECONNABORTED' });
		expect(simulator().outbox).toHaveLength(0);
		expect(simulator().requests).toMatchObject([{ answeredStatus: null }]);
	});

	test('a reset ends requests that wait for an answer', async () => {
		const waiting = caller().post('/send/imessage', { to: '+12025550150', message: 'Hello' });
		const outcome = expect(waiting).rejects.toMatchObject({ code: 'ECONNRESET' });
		while (simulator().requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		simulator().reset();
		await outcome;
	});

	test.each([...withEffect('resetBefore'), ...withEffect('resetAfter')])(
		'$address: $outcome',
		async (magic) => {
			expect(await outcomeOfSend(magic.address)).toEqual({ code: 'ECONNRESET' });
			expect(simulator().outbox).toHaveLength(magic.effect?.kind === 'resetAfter' ? 1 : 0);
		},
	);

	test.each(withEffect('malformed'))('$address: $outcome', async ({ address }) => {
		const outcome = await outcomeOfSend(address);
		expect(outcome).toMatchObject({ status: 200, data: expect.stringMatching(/^\{"id":"req_/) });
		expect(() => JSON.parse(String('data' in outcome && outcome.data)) as unknown).toThrow(SyntaxError);
		expect(simulator().outbox).toHaveLength(1);
	});

	test.each(withEffect('html'))('$address: $outcome', async ({ address }) => {
		expect(await outcomeOfSend(address)).toMatchObject({
			status: 200,
			data: expect.stringMatching(/^<!doctype/),
		});
		expect(simulator().outbox).toHaveLength(1);
	});

	test.each(withEffect('wrongObject'))('$address: $outcome', async ({ address }) => {
		const outcome = await outcomeOfSend(address);
		expect(JSON.parse(String('data' in outcome && outcome.data))).toMatchObject({ object: 'list' });
		expect(simulator().outbox).toHaveLength(1);
	});

	test.each(['+12025550147', 'refused-twice@example.com'])(
		'%s is refused twice, then accepted',
		async (address) => {
			const statuses = [];
			for (let sent = 0; sent < 4; sent++) statuses.push(await outcomeOfSend(address));
			expect(statuses).toMatchObject([{ status: 403 }, { status: 403 }, { status: 200 }, { status: 200 }]);
			expect(simulator().outbox).toHaveLength(2);
			simulator().reset();
			expect(await outcomeOfSend(address)).toMatchObject({ status: 403 });
		},
	);

	test('+12025550146 answers 500 once although it was processed', async () => {
		expect(await outcomeOfSend('+12025550146')).toMatchObject({ status: 500 });
		expect(simulator().outbox).toHaveLength(1);
		expect(await outcomeOfSend('+12025550146')).toMatchObject({ status: 200 });
		expect(simulator().outbox).toHaveLength(2);
	});

	test.each(['/intelligence/', '/facetime/availability/'])('hold for %s too', async (path) => {
		expect((await caller().get(path + inPath('+12025550143'))).status).toBe(500);
		await expect(caller().get(path + inPath('+12025550151'))).rejects.toMatchObject({ code: 'ECONNRESET' });
	});

	test('hold for WhatsApp too', async () => {
		expect((await post('/send/whatsapp', { to: '+12025550144', message: 'Hello' })).status).toBe(503);
	});

	test('a request that is refused for itself comes to no magic outcome', async () => {
		const body = { to: '+12025550152', message: 'Hello', from: leased.notLeased };
		expect((await post('/send/imessage', body)).status).toBe(403);
	});

	test('every other recipient gets its message', async () => {
		const to = `+12065550${randomInt(100, 200)}`;
		expect(await outcomeOfSend(to)).toMatchObject({ status: 200 });
		expect(simulator().outbox).toMatchObject([{ to, channel: 'imessage' }]);
	});
});

import type { AxiosError } from 'axios';
import { lapsedLeases, leasedNumbers } from '../../simulator/accounts';
import type { BreakingEffect } from '../../simulator/faults';
import { magicAddresses } from '../../simulator/magic-numbers';
import { caller, get, inPath, simulator, useSimulator } from './support';

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
};

const addresses = magicAddresses.flatMap((magic) =>
	[magic.number, magic.email].flatMap((address) => (address ? [{ ...magic, address }] : [])),
);

test('every magic address stands for one outcome and lies in the range kept for fiction', () => {
	expect(new Set(addresses.map(({ address }) => address)).size).toBe(addresses.length);
	for (const { number } of [...magicAddresses, ...leasedNumbers, ...lapsedLeases])
		expect(number).toMatch(/^\+1\d{3}55501\d{2}$/);
});

test.each(addresses.filter(({ times, effect }) => effect && !times))(
	'$address: $outcome',
	async ({ address, effect }) => {
		const [outcome, isProcessed] =
			effect?.kind === 'status'
				? [effect.status, effect.processed]
				: ((effect && effects[effect.kind]) ?? ['response', true]);
		for (const sent of [1, 2]) {
			expect(await outcomeOf(address, effect?.kind === 'timeout' ? 500 : undefined)).toBe(outcome);
			expect(simulator().outbox).toHaveLength(isProcessed ? sent : 0);
		}
	},
);

test('magic addresses hold for a check too', async () => {
	expect((await get(`/facetime/availability/${inPath('+12025550141')}`)).status).toBe(403);
});

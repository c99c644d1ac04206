import { useFakeClock, whileTimePasses } from '../support/clock';
import { severalNumbers } from '../support/locators';
import { leased, simulator, useSimulator } from '../support/simulated';
import { changesOf, watching } from '../support/trigger-host';
import { mostUnderWay } from '../support/under-way';

useSimulator();
useFakeClock();

const number = leased.queued;
const minute = 60_000;

describe('requests', () => {
	test('reads are repeated on a passing fault, as in the nodes', async () => {
		const trigger = watching();
		await trigger.activate();
		simulator().changeForwarding(number, null, 0);
		simulator().fault({ kind: 'status', status: 503, times: 2 });
		expect(changesOf(await whileTimePasses(trigger.poll()))).toEqual([[number, 'disabled']]);
	});

	test.each([
		[503, undefined, 'shortest', 3],
		[503, undefined, 'longest', 3],
		[429, undefined, 'shortest', 3],
		[429, undefined, 'longest', 2],
		[429, 0, 'shortest', 3],
		[429, 86_400, 'shortest', 1],
	])(
		'%i without end (Retry-After %p), the %s waits: the poll ends in time, after %i requests',
		async (status, retryAfter, waits, requests) => {
			const trigger = watching();
			await trigger.activate();
			simulator().fault({ kind: 'status', status, retryAfter, times: 0 });
			const before = simulator().requests.length;
			const begin = Date.now();
			const chance = jest.spyOn(Math, 'random').mockReturnValue(waits === 'shortest' ? 0 : 0.999);
			const { errors } = await whileTimePasses(trigger.poll(), 10);
			chance.mockRestore();
			expect(errors[0]?.message).toContain(String(status));
			expect(Date.now() - begin).toBeLessThan(8_000);
			expect(simulator().requests.length - before).toBe(requests);
		},
	);

	test('many numbers are read ten at a time', async () => {
		jest.useRealTimers();
		simulator().set({ latencyMs: 100 });
		const many = Array.from({ length: 25 }, (_, index) => `+120255501${String(10 + index)}`);
		const trigger = watching({ watchedNumbers: severalNumbers(...many) });
		expect(await mostUnderWay(trigger.poll())).toBe(10);
		expect(simulator().requests).toHaveLength(25);
	});
});

describe('clocks that differ', () => {
	test('a service whose clock was ahead once is heard again at once', async () => {
		const trigger = watching();
		await trigger.activate();
		const now = Date.now();
		jest.setSystemTime(now + 24 * 60 * minute);
		await trigger.poll();
		jest.setSystemTime(now + minute);
		simulator().changeForwarding(number, null, 0);
		expect(changesOf(await trigger.poll())).toEqual([[number, 'disabled']]);
	});
});

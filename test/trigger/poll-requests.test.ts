import { useFakeClock, whileTimePasses } from '../support/clock';
import { severalNumbers } from '../support/locators';
import { simulator, useSimulator } from '../support/simulated';
import { watching } from '../support/trigger-host';

useSimulator();
useFakeClock();

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
	const poll = trigger.poll();
	const underWay = () => simulator().requests.filter((request) => request.underWay).length;
	const most: number[] = [];
	while (simulator().requests.length < many.length) {
		await new Promise(setImmediate);
		most.push(underWay());
	}
	await poll;
	expect(Math.max(...most)).toBe(10);
});

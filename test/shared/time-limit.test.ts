import { withinLimit } from '../../nodes/shared/service/http';
import { useFakeClock } from '../support/clock';

const minute = 60_000;

describe('a time limit', () => {
	useFakeClock();

	test('leaves no timer behind when the work is over and its time runs out later', async () => {
		const stop = new AbortController();
		expect(await withinLimit(minute, async () => await Promise.resolve('done'), stop.signal)).toBe('done');
		stop.abort();
		expect(jest.getTimerCount()).toBe(0);
	});

	test('ends work that does not end by itself', async () => {
		const stop = new AbortController();
		const late = withinLimit(minute, async () => await new Promise(() => {}), stop.signal);
		stop.abort();
		jest.runAllTimers();
		await expect(late).rejects.toThrow('not over in its time');
	});
});

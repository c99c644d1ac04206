import { getEventListeners } from 'node:events';

import { withinLimit } from '../../nodes/shared/delivery/request/attempt';

/** Work that lasts until its signal is aborted, and says so then. */
async function lasting(signal: AbortSignal): Promise<string> {
	return await new Promise((resolve) => {
		if (signal.aborted) resolve('stopped');
		signal.addEventListener('abort', () => resolve('stopped'), { once: true });
	});
}

describe('the time that a request may take', () => {
	it('ends all work of a stopped execution, which has no listener however much work it is', async () => {
		const stop = new AbortController();
		const works = Array.from({ length: 60 }, async () => await withinLimit(60_000, lasting, stop.signal));
		expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
		stop.abort();
		expect(await Promise.all(works)).toEqual(Array(60).fill('stopped'));
	});

	it('ends work that begins after the stop', async () => {
		expect(await withinLimit(60_000, lasting, AbortSignal.abort())).toBe('stopped');
	});

	it('is over when the work goes on after its limit', async () => {
		await expect(withinLimit(1, async () => await new Promise(() => {}))).rejects.toThrow(
			'not over in its time',
		);
	});
});

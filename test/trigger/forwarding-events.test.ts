import { pass, useFakeClock } from '../support/clock';
import { leased, simulator, useSimulator } from '../support/simulated';
import { changesOf, watching } from '../support/trigger-host';

useSimulator();
useFakeClock();

const number = leased.queued;
const target = '+12025550190';
const minute = 60_000;

describe('events', () => {
	test('Any Change tells of each kind of change', async () => {
		const trigger = watching({ event: 'anyChange' });
		await trigger.activate();
		const seen: unknown[] = [];
		for (const [to, delay] of [
			[null, 0],
			[target, 0],
			['+12025550191', 0],
			[null, minute],
		] as const) {
			simulator().changeForwarding(number, to, delay);
			seen.push(...changesOf(await trigger.poll()));
			await pass(2 * minute);
			seen.push(...changesOf(await trigger.poll()));
		}
		expect(seen).toEqual(
			['disabled', 'enabled', 'redirected', 'queued', 'disabled'].map((kind) => [number, kind]),
		);
	});

	test('Any Change also tells of another time and of a change that was withdrawn', async () => {
		const trigger = watching({ event: 'anyChange' });
		await trigger.activate();
		simulator().changeForwarding(number, null, 2 * minute);
		expect(changesOf(await trigger.poll())).toEqual([[number, 'queued']]);
		simulator().changeForwarding(number, null, 9 * minute);
		expect(changesOf(await trigger.poll())).toEqual([[number, 'rescheduled']]);
		simulator().changeForwarding(number, '+16465550196', 0);
		expect(changesOf(await trigger.poll())).toEqual([[number, 'withdrawn']]);
	});
});

import { useFakeClock } from '../support/clock';
import { leased, simulator, useSimulator } from '../support/simulated';
import { changesOf, watching } from '../support/trigger-host';

useSimulator();
useFakeClock();

const number = leased.queued;
const [target, other] = ['+12025550190', '+12025550191'];
const minute = 60_000;

test('Any Change tells of each kind of change', async () => {
	const trigger = watching({ event: 'anyChange' });
	await trigger.activate();
	for (const [to, delayMs, kind] of [
		[null, 0, 'disabled'],
		[target, 0, 'enabled'],
		[other, 0, 'redirected'],
		[null, 2 * minute, 'queued'],
		[null, 9 * minute, 'rescheduled'],
		[other, 0, 'withdrawn'],
	] as const) {
		simulator().changeForwarding(number, to, delayMs);
		expect(changesOf(await trigger.poll())).toEqual([[number, kind]]);
	}
});

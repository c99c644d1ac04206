import { pass, useFakeClock } from '../support/clock';
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
		[other, 0, 'enabled'],
	] as const) {
		simulator().changeForwarding(number, to, delayMs);
		expect(changesOf(await trigger.poll())).toEqual([[number, kind]]);
	}
});

describe.each(['changeApplied', 'anyChange'])(
	'%s: a queued change that has become active (section 3)',
	(event) => {
		test.each([
			['on, as before', '+12125550192', '+12125550192', 'enabled'],
			['on, to another number', '+12125550192', target, 'redirected'],
			['off, as before', null, null, 'disabled'],
			['off', '+12125550192', null, 'disabled'],
			['on', null, target, 'enabled'],
		])('it is %s', async (_, before, after, kind) => {
			simulator().changeForwarding(number, before, 0);
			const trigger = watching({ event });
			await trigger.activate();
			simulator().changeForwarding(number, after, 2 * minute);
			const queued = event === 'anyChange' ? [[number, 'queued']] : [];
			expect(changesOf(await trigger.poll())).toEqual(queued);
			await pass(3 * minute);
			expect(changesOf(await trigger.poll())).toEqual([[number, kind]]);
			expect(changesOf(await trigger.poll())).toEqual([]);
		});
	},
);

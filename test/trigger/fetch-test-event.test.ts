import { coveredKinds, eventOptions } from '../../nodes/CallForwarding/call-forwarding-trigger.fields';
import { changeBetween } from '../../nodes/CallForwarding/forwarding-change';
import { forwardingRecord } from '../../nodes/CallForwarding/forwarding-readings';
import { useFakeClock } from '../support/clock';
import { severalNumbers } from '../support/locators';
import { leased, simulator, useSimulator } from '../support/simulated';
import { changesOf, watching } from '../support/trigger-host';

useSimulator();
useFakeClock();

const number = leased.queued;
const other = leased.imessage;

describe('Fetch Test Event', () => {
	test('shows the present state and a sample of the event, marked as a test, and changes no memory', async () => {
		const trigger = watching({
			watchedNumbers: severalNumbers(number, other),
			event: 'forwardingDisabled',
		});
		await trigger.activate();
		simulator().changeForwarding(number, null, 0);
		const memory = trigger.memory();
		const items = await trigger.fetchTestEvent();
		expect(items).toMatchObject([
			{ number, test: true, change: 'none', call_forwarding: { enabled: false } },
			{ number: other, test: true, change: 'none', call_forwarding: { enabled: true } },
			{ number, test: true, change: 'disabled', call_forwarding: { enabled: false } },
		]);
		expect(trigger.memory()).toEqual(memory);
		expect(changesOf(await trigger.poll())).toEqual([[number, 'disabled']]);
	});

	test.each(eventOptions)(
		'$value: a sample of each change that it covers, with its fields',
		async ({ value }) => {
			const trigger = watching({ event: value });
			const samples = (await trigger.fetchTestEvent()).filter(({ change }) => change !== 'none');
			expect(samples.map(({ change }) => change)).toEqual(coveredKinds[value]);
			const emitting = watching();
			await emitting.activate();
			simulator().changeForwarding(number, null, 0);
			const { items } = await emitting.poll();
			for (const sample of samples) {
				expect(Object.keys(sample)).toEqual([...Object.keys(items[0] ?? {}), 'test']);
			}
		},
	);

	test.each([leased.queued, leased.imessageToo])(
		'the samples of %s are changes as the trigger finds them',
		async (watchedNumber) => {
			const trigger = watching({ watchedNumbers: severalNumbers(watchedNumber), event: 'anyChange' });
			const samples = (await trigger.fetchTestEvent()).filter(({ change }) => change !== 'none');
			expect(samples).toHaveLength(coveredKinds.anyChange.length);
			for (const { change, previous, call_forwarding: now } of samples) {
				const before = forwardingRecord(previous as never);
				const after = forwardingRecord(now as never);
				if (!before || !after) throw new Error(`${String(change)} has no whole records`);
				const wasOn = change !== 'enabled';
				const settled = { enabled: wasOn, to: wasOn ? before.to : null };
				expect(changeBetween({ record: before, settled }, after)).toBe(change);
			}
		},
	);
});

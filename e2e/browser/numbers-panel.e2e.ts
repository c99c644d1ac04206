import { leasedNumbers } from '../../simulator/accounts';
import { leased } from '../support/simulated-service';
import { eventually } from './eventually';
import { usePanels } from './opened-panel';

const { simulator, openedPanel } = usePanels();

describe('Your Number, from a list (public material)', () => {
	test('shows the leased numbers, finds some, and keeps the one that is picked', async () => {
		const panel = await openedPanel('phoneServiceNumbers', { operation: 'getCallForwarding' });
		const number = panel.locator('Your Number');
		const offers = await number.offers();
		expect(offers).toHaveLength(leasedNumbers.length);
		expect(offers[0]).toBe('+14155550100 · iMessage, WhatsApp, SMS, MMS, RCS');
		const [first = '', second] = leasedNumbers.flatMap((one) =>
			one.number.includes('646') ? one.number : [],
		);
		expect(await number.found('646', 2)).toEqual([
			expect.stringContaining(first),
			expect.stringContaining(String(second)),
		]);
		await number.pick(first);
		await eventually(async () => {
			expect(await number.shown()).toContain(first);
			expect(await panel.markedLabels()).toEqual([]);
		});
		await panel.execute();
		const last = simulator().requests.at(-1);
		expect(last).toMatchObject({ operationId: 'getCallForwarding' });
		expect(last?.path).toContain(encodeURIComponent(first));
	});

	test('says without a list that the number can be typed, and takes it', async () => {
		simulator().set({ publicMaterial: false });
		const panel = await openedPanel('phoneServiceNumbers', { operation: 'getFailover' });
		const number = panel.locator('Your Number');
		expect(await number.refusal()).toMatch(
			/This provider does not offer a list of leased numbers.*Choose Number in front of the field/s,
		);
		await number.chooseMode('Number');
		expect(await number.placeholder()).toMatch(/^e\.g\. \+/);
		await number.type(leased.imessage);
		await eventually(async () => {
			expect(await panel.markedLabels()).toEqual([]);
		});
		await panel.execute();
		expect(simulator().requests.at(-1)).toMatchObject({ operationId: 'configureNumber', body: {} });
	});
});

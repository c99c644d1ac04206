import { leasedNumbers } from '../../simulator/accounts';
import { leased } from '../support/simulated-service';
import { eventually } from './eventually';
import { after, tested, usePanels } from './opened-panel';

const { simulator, openedPanel } = usePanels();

test('each option shows its whole label', async () => {
	const panel = await openedPanel('phoneServiceMessaging', { operation: 'sendImessage' });
	const options = await panel.offeredOptions();
	for (const option of options) await panel.addOption(option);
	await panel.choose('Speed', 'Like a Person');
	const inGroups = ['Campaign Name', 'Max per Number', 'Speed', 'Pause (Seconds)'];
	const ofOneField = options.filter((option) => !['Campaign', 'Pace'].includes(option));
	await eventually(async () => {
		expect(await panel.labels()).toEqual(expect.arrayContaining([...ofOneField, ...inGroups]));
	});
	expect(await panel.cutLabels()).toEqual([]);
});

test('Your Number finds leased numbers, and keeps the one that is picked (public material)', async () => {
	const panel = await openedPanel('phoneServiceNumbers', { operation: 'getCallForwarding' });
	const number = panel.locator('Your Number');
	const [first = '', second = ''] = leasedNumbers.flatMap((one) =>
		one.number.includes('646') ? one.number : [],
	);
	const found = [first, second].map((one) => expect.stringContaining(one) as string);
	expect(await number.offers({ text: '646', count: 2 })).toEqual(found);
	await number.pick(first);
	await eventually(async () => {
		expect(await number.shown()).toContain(first);
	});
	await panel.execute();
	const last = simulator().requests.at(-1);
	expect(last).toMatchObject({ operationId: 'getCallForwarding' });
	expect(last?.path).toContain(encodeURIComponent(first));
});

test('Your Number says without a list that the number can be typed, and takes it', async () => {
	simulator().set({ publicMaterial: false });
	const panel = await openedPanel('phoneServiceNumbers', { operation: 'getFailover' });
	const number = panel.locator('Your Number');
	expect(await number.refusal()).toMatch(
		/This provider does not offer a list of leased numbers.*Choose Number in front of the field/s,
	);
	await number.chooseMode('Number');
	expect(await panel.markedLabels()).toEqual(['Your Number']);
	await number.type(leased.imessage);
	await eventually(async () => {
		expect(await panel.markedLabels()).toEqual([]);
	});
	await panel.execute();
	expect(simulator().requests.at(-1)).toMatchObject({ operationId: 'configureNumber', body: {} });
});

test('the trigger offers leased numbers to watch, and Fetch Test Event shows its items (sections 2.3 and 3)', async () => {
	const panel = await openedPanel('phoneServiceCallForwardingTrigger');
	await panel.locator('Number').pick(leased.queued);
	await panel.execute();
	await eventually(async () => {
		expect(await panel.outputFields()).toEqual(expect.arrayContaining(['number', 'change', 'test']));
	});
});

test('the node after a lookup sees its fields before anything has run (section 2.6)', async () => {
	const panel = await openedPanel('phoneServiceIntelligence', {}, after);
	await eventually(async () => {
		expect(await panel.inputPreview(tested)).toEqual([
			'number',
			'country',
			'caller_name',
			'line_type',
			'imessage',
			'facetime',
		]);
	});
	expect(simulator().requests).toEqual([]);
});

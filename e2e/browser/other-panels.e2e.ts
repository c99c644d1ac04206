import { severalNumbers } from '../../test/support/locators';
import { leased } from '../support/simulated-service';
import { eventually } from './eventually';
import { after, tested, usePanels } from './opened-panel';

const { simulator, openedPanel } = usePanels();

test('Entitlements offers the known names, and says what an execution does (section 4.7)', async () => {
	const panel = await openedPanel('phoneServiceEntitlements');
	const offers = await panel.offers('Entitlement');
	expect(offers.map((offer) => offer.split('\n')[0])).toEqual([
		'Fast Track',
		'Identity',
		'Lease',
		'Number Intelligence',
	]);
	await eventually(async () => {
		expect(await panel.markedLabels()).toEqual(['Entitlement']);
		expect(await panel.notices()).toEqual(['Each execution files an application with your provider.']);
	});
});

test("Custom API Call, which n8n adds, points to n8n's HTTP Request node and hides the fields", async () => {
	const panel = await openedPanel('phoneServiceNumbers');
	await panel.choose('Operation', 'Custom API Call');
	await eventually(async () => {
		expect(await panel.labels()).not.toContain('Your Number');
		expect(await panel.notices()).toEqual([expect.stringMatching(/^Use the HTTP Request node/)]);
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

test('a lookup executed from the panel is one request, and shows its output (section 4.6)', async () => {
	const switches = { imessage: true, facetime: true, riskScoring: true };
	const panel = await openedPanel('phoneServiceIntelligence', { number: '+12025550120', ...switches });
	await panel.execute();
	await eventually(async () => {
		expect(await panel.outputFields()).toEqual([
			'number',
			'country',
			'caller_name',
			'line_type',
			'carrier',
			'ported',
			'imessage',
			'facetime',
			'risk_level',
			'risk_score',
		]);
	});
	expect(simulator().requests).toMatchObject([{ operationId: 'lookUpNumber', answeredStatus: 200 }]);
});

describe('the trigger (sections 2.3 and 3)', () => {
	test('shows when it polls, the events, and the numbers to watch, of which it wants one', async () => {
		const panel = await openedPanel('phoneServiceCallForwardingTrigger');
		const marks = async (marked: string[]) => {
			await eventually(async () => {
				expect(await panel.markedLabels()).toEqual(marked);
			});
		};
		await eventually(async () => {
			expect(await panel.labels()).toEqual([
				'Credential',
				'Poll Times',
				'Mode',
				'Your Numbers',
				'Number',
				'Event',
				'Options',
			]);
		});
		expect(await panel.offers('Mode')).toEqual(
			expect.arrayContaining(['Every Minute', 'Every Hour', 'Custom']),
		);
		const offers = (await panel.offers('Event')).map((offer) => offer.split('\n'));
		expect(offers.map(([event]) => event).sort()).toEqual([
			'Any Change',
			'Change Applied',
			'Forwarding Disabled',
			'Forwarding Enabled',
		]);
		for (const [, description] of offers) expect(description).toMatch(/\w/);

		await marks(['Number']);
		await panel.locator('Number').pick(leased.queued);
		await marks([]);
		await panel.press('Add Number');
		await marks(['Number']);
	});

	test('Fetch Test Event gives the present state and samples of the event', async () => {
		const panel = await openedPanel('phoneServiceCallForwardingTrigger', {
			watchedNumbers: severalNumbers(leased.queued),
			event: 'forwardingDisabled',
		});
		await panel.execute();
		await eventually(async () => {
			expect(await panel.outputFields()).toEqual(
				expect.arrayContaining(['number', 'change', 'test', 'previous']),
			);
		});
	});
});

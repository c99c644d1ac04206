import { sharedN8n } from '../support/n8n-session';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { eventually } from './eventually';
import { openedPanel } from './opened-panel';
import { useEditor } from './use-editor';

const n8n = sharedN8n();
const simulator = useSimulator();
const editor = useEditor(n8n);

test('Entitlements offers the known names (section 4.7)', async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	const panel = await openedPanel(editor(), n8n, 'phoneServiceEntitlements', {}, credential);
	await eventually(async () => {
		expect(await panel.labels()).toEqual([
			'Credential',
			'Operation',
			'Entitlement',
			'Options',
			'Advanced Options',
		]);
	});
	const offers = await panel.offers('Entitlement');
	expect(offers.map((offer) => offer.split('\n')[0])).toEqual([
		'Fast Track',
		'Identity',
		'Lease',
		'Number Intelligence',
	]);
	expect(await panel.markedLabels()).toEqual(['Entitlement']);
	expect(await panel.notices()).toEqual(['Each execution files an application with your provider.']);
});

test("Custom API Call, which n8n adds, points to n8n's HTTP Request node and hides the fields", async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	const panel = await openedPanel(editor(), n8n, 'phoneServiceNumbers', {}, credential);
	await panel.choose('Operation', 'Custom API Call');
	await eventually(async () => {
		expect(await panel.labels()).not.toContain('Your Number');
		expect(await panel.notices()).toEqual([expect.stringMatching(/^Use the HTTP Request node/)]);
	});
});

test('FaceTime takes a number or an address, and requires one (section 4.8)', async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	const panel = await openedPanel(editor(), n8n, 'phoneServiceFaceTime', {}, credential);
	await eventually(async () => {
		expect(await panel.labels()).toEqual([
			'Credential',
			'Operation',
			'Phone Number or Email',
			'Options',
			'Advanced Options',
		]);
	});
	expect(await panel.markedLabels()).toEqual(['Phone Number or Email']);
	expect(await panel.placeholder('Phone Number or Email')).toMatch(/^e\.g\. /);
});

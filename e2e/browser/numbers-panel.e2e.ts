import type { INodeParameters } from 'n8n-workflow';
import { sharedN8n } from '../support/n8n-session';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { eventually } from './eventually';
import type { NodePanel } from './node-panel';
import { openedPanel } from './opened-panel';
import { useEditor } from './use-editor';

const n8n = sharedN8n();
const simulator = useSimulator();
const editor = useEditor(n8n);

async function numbersPanel(parameters: INodeParameters): Promise<NodePanel> {
	const credential = await serviceCredential(n8n, simulator().url);
	return await openedPanel(editor(), n8n, 'phoneServiceNumbers', parameters, credential);
}

const start = ['Credential', 'Operation', 'Number'];
const failover = ['Set Failover', 'Failover Enabled', 'Failover Mode'];

test('the list of failover numbers shows in selective mode only (section 2.4)', async () => {
	const panel = await numbersPanel({ operation: 'configureNumber' });
	expect(await panel.labels()).toEqual([...start, ...failover, 'Options']);

	await panel.choose('Failover Mode', 'Selective');
	await eventually(async () => {
		expect(await panel.labels()).toEqual([...start, ...failover, 'Failover Numbers', 'Options']);
	});
	await panel.press('Add Number');
	await eventually(async () => {
		expect(await panel.placeholder('Failover Numbers')).toMatch(/^e\.g\. \+/);
	});

	await panel.choose('Failover Mode', 'All');
	await eventually(async () => {
		expect(await panel.labels()).toEqual([...start, ...failover, 'Options']);
	});
});

test('without a change of failover its fields are gone, and the empty object is sent (section 4.2)', async () => {
	const panel = await numbersPanel({ operation: 'configureNumber', failoverMode: 'selective' });
	await panel.turn('Set Failover', false);
	await eventually(async () => {
		expect(await panel.labels()).toEqual([...start, 'Set Failover', 'Options']);
	});
});

test('each operation shows its own fields and marks those it requires (sections 4.1 and 4.2)', async () => {
	const panel = await numbersPanel({ operation: 'getCallForwarding' });
	const shows = async (labels: string[], marked: string[]) => {
		await eventually(async () => {
			expect(await panel.labels()).toEqual(labels);
			expect(await panel.markedLabels()).toEqual(marked);
		});
		for (const placeholder of await panel.placeholders()) expect(placeholder).toMatch(/^e\.g\. /);
	};
	await shows([...start, 'Options'], ['Number']);
	await panel.choose('Operation', 'Disable Call Forwarding');
	await shows([...start, 'Forward To', 'Options'], ['Number']);
	await panel.choose('Operation', 'Enable Call Forwarding');
	await shows([...start, 'Forward To', 'Options'], ['Number', 'Forward To']);
	await panel.choose('Operation', 'Configure');
	await shows([...start, ...failover, 'Options'], ['Number']);
});

test('operations that are not in the interface document say so', async () => {
	const panel = await numbersPanel({ operation: 'getCallForwarding' });
	const offers = await panel.offers('Operation');
	const fromPublicMaterial = offers.filter((offer) => /public material/.test(offer));
	expect(fromPublicMaterial.map((offer) => offer.split('\n')[0])).toEqual([
		'Enable Call Forwarding',
		'Get Call Forwarding',
	]);
});

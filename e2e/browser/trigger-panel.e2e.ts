import type { INodeParameters } from 'n8n-workflow';
import { severalNumbers } from '../../test/support/locators';
import { sharedN8n } from '../support/n8n-session';
import { leased, serviceCredential, useSimulator } from '../support/simulated-service';
import { node, workflowOf } from '../support/test-workflow';
import { eventually } from './eventually';
import type { NodePanel } from './node-panel';
import { useEditor } from './use-editor';

const n8n = sharedN8n();
const simulator = useSimulator();
const editor = useEditor(n8n);

const labels = ['Credential', 'Poll Times', 'Mode', 'Your Numbers', 'Number', 'Event', 'Options'];
const name = 'Trigger';

async function triggerPanel(parameters: INodeParameters = {}): Promise<NodePanel> {
	const credential = await serviceCredential(n8n, simulator().url);
	const trigger = node(name, 'phoneServiceCallForwardingTrigger', parameters);
	const workflow = workflowOf([trigger], {});
	const { id } = await n8n.workflows.import(workflow, [credential]);
	return await editor().openNode(id, name);
}

describe('the trigger (sections 2.3 and 3)', () => {
	test('shows when it polls, the numbers, the event, and its options', async () => {
		const panel = await triggerPanel();
		await eventually(async () => {
			expect(await panel.labels()).toEqual(labels);
		});
		const offers = await panel.offers('Mode');
		expect(offers).toEqual(expect.arrayContaining(['Every Minute', 'Every Hour', 'Custom']));
	});

	test('tells the events apart', async () => {
		const panel = await triggerPanel();
		const offers = (await panel.offers('Event')).map((offer) => offer.split('\n'));
		expect(offers.map(([event]) => event).sort()).toEqual([
			'Any Change',
			'Change Applied',
			'Forwarding Disabled',
			'Forwarding Enabled',
		]);
		for (const [, description] of offers) expect(description).toMatch(/\w/);
	});

	test('wants a number to watch, from the list or typed, and takes more with the button', async () => {
		const panel = await triggerPanel();
		await eventually(async () => {
			expect(await panel.markedLabels()).toContain('Number');
		});
		await panel.locator('Number').pick(leased.queued);
		await eventually(async () => {
			expect(await panel.markedLabels()).toEqual([]);
		});
		await panel.press('Add Number');
		await eventually(async () => {
			expect(await panel.markedLabels()).toContain('Number');
		});
	});

	test('Fetch Test Event gives the present state and samples of the event', async () => {
		const panel = await triggerPanel({
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

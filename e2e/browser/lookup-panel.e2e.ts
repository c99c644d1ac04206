import type { INodeParameters } from 'n8n-workflow';
import { sharedN8n } from '../support/n8n-session';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { eventually } from './eventually';
import type { NodePanel } from './node-panel';
import { after, openedPanel, tested } from './opened-panel';
import { useEditor } from './use-editor';

const n8n = sharedN8n();
const simulator = useSimulator();
const editor = useEditor(n8n);

async function lookupPanel(parameters: INodeParameters, name = tested): Promise<NodePanel> {
	const credential = await serviceCredential(n8n, simulator().url);
	return await openedPanel(editor(), n8n, 'phoneServiceIntelligence', parameters, credential, { name });
}

const simplifiedFields = [
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
];

test('the number is required and shows an example; the answer is simplified unless told', async () => {
	const panel = await lookupPanel({});
	expect(await panel.markedLabels()).toEqual(['Phone Number']);
	expect(await panel.placeholder('Phone Number')).toBe('e.g. +15551234567');
	expect(await panel.isOn('Simplify')).toBe(true);
});

/** What a lookup gives out with *Simplify* and without; the preview promises no more. */
const previewedFields = ['number', 'country', 'caller_name', 'line_type', 'imessage', 'facetime'];

test('the node after it sees the fields of a lookup before anything has run (section 2.6)', async () => {
	const panel = await lookupPanel({}, after);
	await eventually(async () => {
		expect(await panel.inputPreview(tested)).toEqual(previewedFields);
	});
	expect(simulator().requests).toEqual([]);
});

test('executed from the panel, it makes one lookup and shows its output (section 4.6)', async () => {
	const panel = await lookupPanel({
		number: '+12025550120',
		imessage: true,
		facetime: true,
		riskScoring: true,
	});
	await panel.execute();
	await eventually(async () => {
		expect(await panel.outputFields()).toEqual(simplifiedFields);
	});
	expect(simulator().requests).toMatchObject([{ operationId: 'lookUpNumber', answeredStatus: 200 }]);
});

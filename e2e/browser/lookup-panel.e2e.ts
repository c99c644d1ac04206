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

const start = ['Credential', 'Operation', 'Phone Number', 'iMessage Availability', 'FaceTime Availability'];
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
const end = ['Simplify', 'Options', 'Advanced Options'];

test('the risk flag says what it needs (section 4.6)', async () => {
	const panel = await lookupPanel({});
	await eventually(async () => {
		expect(await panel.labels()).toEqual([...start, 'Risk Scoring (Beta)', ...end]);
	});
	expect(await panel.textOf('Risk Scoring (Beta)')).toMatch(
		/To score risk, turn on iMessage Availability and FaceTime Availability\./,
	);
});

test('a notice says what the rate of lookups means for a list (sections 4.6 and 8)', async () => {
	const panel = await lookupPanel({});
	expect(await panel.notices()).toContain(
		'The service allows 6 lookups per minute: about 1 minute for every 6 numbers. n8n shows nothing until all are done.',
	);
});

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

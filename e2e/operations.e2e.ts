import type { INodeParameters } from 'n8n-workflow';
import {
	callOf,
	itemsGiven,
	operationRows,
	recipient,
	requestOf,
	serviceOf,
} from '../test/support/operations';
import { failureOf, jsonOf } from './n8n/n8n-executions';
import { sharedN8n } from './support/n8n-session';
import { leased, requestsMade, useCredential, useSimulator } from './support/simulated-service';
import { itemsThrough, underTest } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
const credential = useCredential(n8n, simulator);

/** Stores a workflow with the node, has n8n execute it, and answers what came out of the node. */
async function output(type: string, parameters: INodeParameters): Promise<unknown[]> {
	const { id } = await n8n.workflows.import(itemsThrough(type, parameters), [credential()]);
	const execution = await n8n.execute(id);
	expect(failureOf(execution)).toBeUndefined();
	expect(execution.status).toBe('success');
	return jsonOf(execution, underTest);
}

test.each(operationRows)('%s: the valid call, its request, and what comes out', async (id, { node }) => {
	expect(await output(node, callOf(id))).toEqual(itemsGiven(id));
	expect(requestsMade(simulator())).toEqual([
		{ operationId: serviceOf(id), ...requestOf(id), authorization: 'ok', answeredStatus: 200 },
	]);
});

test('sendImessage with every field, as an expression where n8n takes one (section 4.3)', async () => {
	await output('phoneServiceMessaging', {
		operation: 'sendImessage',
		to: recipient,
		message: 'Hello **you**',
		from: leased.imessage,
		attachments: ['={{ ["https://example.com/1.jpg", "https://example.com/a,b.png"] }}'],
		effect: 'invisible_ink',
		fallback: true,
		imessageFallbackWhen: ['imessage_fails'],
		fallbackFrom: leased.sms,
		options: { fastTrack: true },
		advancedOptions: { furtherFields: '{ "priority": "high" }' },
	});
	const body = {
		to: recipient,
		from: leased.imessage,
		message: 'Hello **you**',
		attachments: ['https://example.com/1.jpg', 'https://example.com/a,b.png'],
		effect: 'invisible_ink',
		fallback: { when: ['imessage_fails'], from: leased.sms },
		fast_track: true,
		priority: 'high',
	};
	expect(simulator().outbox).toMatchObject([{ channel: 'imessage', body }]);
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	imessageFallbackConditionValues,
	serviceOperations,
	whatsappFallbackConditionValues,
} from '../nodes/shared/contract/contract';
import {
	acceptedRow,
	callOf,
	itemsGiven,
	operationRows,
	pathWith,
	recipient,
	requestOf,
	type OfferedId,
	serviceOf,
} from '../test/support/operations';
import type { CredentialReference } from './n8n/n8n-credentials';
import { failureOf, jsonOf } from './n8n/n8n-executions';
import { sharedN8n } from './support/n8n-session';
import { leased, requestsMade, serviceCredential, useSimulator } from './support/simulated-service';
import { itemsThrough, underTest } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
let credential: CredentialReference;

beforeAll(async () => {
	credential = await serviceCredential(n8n, simulator().url);
});

const pictures = ['https://example.com/picture.jpg', 'https://example.com/a,b.png'];

/** Stores a workflow with the node, has n8n execute it, and answers what came out of the node. */
async function output(type: string, parameters: INodeParameters): Promise<unknown[]> {
	const { id } = await n8n.workflows.import(itemsThrough(type, parameters), [credential]);
	const execution = await n8n.execute(id);
	expect(failureOf(execution)).toBeUndefined();
	expect(execution.status).toBe('success');
	return jsonOf(execution, underTest);
}

interface SendBody extends IDataObject {
	to: string;
	from?: string;
}

/** What comes out of a send with this body, once the service has accepted it. */
function sent({ to, from }: SendBody): object {
	return acceptedRow({ to, ...(from && { from }), message_id: simulator().outbox[0]?.message_id });
}

/** Expects exactly this one request, with the bearer header and answered well. */
function expectRequest(
	id: OfferedId,
	pathParameters: Record<string, string>,
	{ query = {}, body = null }: { query?: object; body?: unknown },
): void {
	const operationId = serviceOf(id);
	const { method } = serviceOperations[operationId];
	const path = pathWith(operationId, pathParameters);
	expect(requestsMade(simulator())).toEqual([
		{ operationId, method, path, query, body, authorization: 'ok', answeredStatus: 200 },
	]);
}

test.each(operationRows)('%s: the valid call, its request, and what comes out', async (id, { node }) => {
	expect(await output(node, callOf(id))).toEqual(itemsGiven(id));
	expect(requestsMade(simulator())).toEqual([
		{ operationId: serviceOf(id), ...requestOf(id), authorization: 'ok', answeredStatus: 200 },
	]);
});

describe('Send iMessage (section 4.3)', () => {
	test.each<[string, INodeParameters, SendBody]>([
		['a text', {}, { to: recipient, message: 'Hello **you**' }],
		['to an email address', { to: 'ada@example.com' }, { to: 'ada@example.com', message: 'Hello **you**' }],
		['attachments alone', { message: '', attachments: pictures }, { to: recipient, attachments: pictures }],
		[
			'every field at once',
			{
				from: leased.imessage,
				attachments: ['={{ ["https://example.com/1.jpg", "https://example.com/2.jpg"] }}'],
				effect: 'invisible_ink',
				fallback: true,
				imessageFallbackWhen: ['imessage_fails'],
				fallbackFrom: leased.sms,
				options: { fastTrack: true },
				advancedOptions: { furtherFields: '{ "priority": "high" }' },
			},
			{
				to: recipient,
				from: leased.imessage,
				message: 'Hello **you**',
				attachments: ['https://example.com/1.jpg', 'https://example.com/2.jpg'],
				effect: 'invisible_ink',
				fallback: { when: ['imessage_fails'], from: leased.sms },
				fast_track: true,
				priority: 'high',
			},
		],
		[
			'the fallback as the panel presets it',
			{ fallback: true },
			{ to: recipient, message: 'Hello **you**', fallback: { when: imessageFallbackConditionValues } },
		],
	])('%s', async (_, parameters, body) => {
		const out = await output('phoneServiceMessaging', {
			operation: 'sendImessage',
			to: recipient,
			message: 'Hello **you**',
			...parameters,
		});
		expectRequest('sendImessage', {}, { body });
		expect(simulator().outbox).toMatchObject([{ channel: 'imessage', body }]);
		expect(out).toEqual([sent(body)]);
	});

	test('the whole response is the envelope (section 2.1)', async () => {
		const out = await output('phoneServiceMessaging', {
			operation: 'sendImessage',
			to: recipient,
			message: 'Hello',
			options: { wholeResponse: true },
		});
		expect(out).toEqual([
			{
				id: expect.stringMatching(/^req_/),
				timestamp: expect.any(Number),
				api_version: expect.stringMatching(/^v\d+\.\d+\.\d+$/),
				object: 'response',
				data: { to: recipient, message_id: expect.stringMatching(/^imsg_/) },
			},
		]);
	});

	test('a recipient without iMessage gets it as SMS/RCS from the fallback number (section 4.5)', async () => {
		await output('phoneServiceMessaging', {
			operation: 'sendImessage',
			to: '+12025550110',
			message: 'Hello',
			fallback: true,
			fallbackFrom: leased.sms,
		});
		expect(simulator().outbox).toMatchObject([
			{ to: '+12025550110', channel: 'sms_rcs', condition: 'imessage_unsupported', from: leased.sms },
		]);
	});

	test('Dry Run shows the request and sends nothing', async () => {
		const out = await output('phoneServiceMessaging', {
			operation: 'sendImessage',
			to: recipient,
			message: 'Hello',
			options: { dryRun: true },
		});
		expect(out).toEqual([
			{
				to: recipient,
				status: 'checked',
				reason: 'Dry run: nothing was sent',
				details: {
					outcome: 'notSent',
					request: {
						method: 'POST',
						url: `${simulator().url}/send/imessage`,
						body: { to: recipient, message: 'Hello' },
					},
				},
			},
		]);
		expect(simulator().requests).toEqual([]);
	});
});

describe('Send WhatsApp (section 4.4)', () => {
	test.each<[string, INodeParameters, SendBody]>([
		['a text alone', {}, { to: recipient, message: 'Hello' }],
		[
			'every field at once',
			{
				from: leased.whatsapp,
				attachments: pictures,
				fallback: true,
				fallbackFrom: leased.sms,
			},
			{
				to: recipient,
				from: leased.whatsapp,
				message: 'Hello',
				attachments: pictures,
				fallback: { when: whatsappFallbackConditionValues, from: leased.sms },
			},
		],
	])('%s', async (_, parameters, body) => {
		const out = await output('phoneServiceMessaging', {
			operation: 'sendWhatsapp',
			to: recipient,
			whatsappMessage: 'Hello',
			...parameters,
		});
		expectRequest('sendWhatsapp', {}, { body });
		expect(out).toEqual([sent(body)]);
	});
});

describe('Look Up Number (sections 2.6, 2.7 and 4.6)', () => {
	const number = '+12025550123';

	test('no flag: the availability is null', async () => {
		const out = await output('phoneServiceIntelligence', { operation: 'lookUpNumber', number });
		expectRequest('lookUpNumber', { number }, {});
		expect(out).toMatchObject([{ number, imessage: null, facetime: null, risk_level: null }]);
	});

	test('all flags, simplified: ten flat fields of the record', async () => {
		const out = await output('phoneServiceIntelligence', {
			operation: 'lookUpNumber',
			number,
			imessage: true,
			facetime: true,
			riskScoring: true,
		});
		const flags = { imessage: 'true', facetime: 'true', service_risk_scoring_beta: 'true' };
		expectRequest('lookUpNumber', { number }, { query: flags });
		const record = simulator().lookups[0]?.record;
		expect(out).toEqual([
			{
				number,
				country: record?.country,
				caller_name: record?.caller_name,
				line_type: record?.line_type,
				carrier: record?.carrier?.name,
				ported: record?.ported?.ported,
				imessage: true,
				facetime: true,
				risk_level: 'very_high',
				risk_score: 0.99,
			},
		]);
	});

	test('Simplify off: the record as it came', async () => {
		const out = await output('phoneServiceIntelligence', {
			operation: 'lookUpNumber',
			number,
			imessage: true,
			simplify: false,
		});
		expectRequest('lookUpNumber', { number }, { query: { imessage: 'true' } });
		expect(out).toEqual([simulator().lookups[0]?.record]);
	});
});

describe('call forwarding (sections 2.3, 3 and 4.1)', () => {
	test('Disable with a target, queued', async () => {
		const number = leased.queued;
		const out = await output('phoneServiceNumbers', {
			operation: 'disableCallForwarding',
			number,
			options: { forwardTo: recipient },
		});
		expectRequest('disableCallForwarding', { number }, { body: { to: recipient } });
		expect(out).toMatchObject([
			{ number, call_forwarding: { status: 'queued', estimated_completion: expect.any(Number) } },
		]);
	});
});

describe('Set Failover (sections 2.4 and 4.2)', () => {
	const number = leased.imessage;

	test.each<[string, INodeParameters, object, object]>([
		[
			'failover for all',
			{ failover: 'all' },
			{ failover: { enabled: true, mode: 'all' } },
			{ enabled: true, mode: 'all', numbers: [] },
		],
	])('%s', async (_, parameters, body, failover) => {
		const set = { operation: 'configureNumber', number, ...parameters };
		expect(await output('phoneServiceNumbers', set)).toEqual([{ number, failover }]);
		expectRequest('configureNumber', { number }, { body });
	});
});

describe('Apply for an entitlement (sections 2.8 and 4.7)', () => {
	test.each([
		['fast_track', 'fast_track', { granted: true, entitlement_id: expect.any(String) }],
		['={{ "denied" }}', 'denied', { granted: false }],
	])('%s', async (parameter, name, data) => {
		const apply = { operation: 'applyForEntitlement', name: parameter };
		expect(await output('phoneServiceEntitlements', apply)).toEqual([data]);
		expectRequest('applyForEntitlement', { name }, {});
	});
});

describe('Check FaceTime availability (sections 2.9 and 4.8)', () => {
	test('a number that has it', async () => {
		const to = recipient;
		const out = await output('phoneServiceFaceTime', { operation: 'checkFaceTimeAvailability', to });
		expect(out).toEqual([{ address: to, available: true }]);
		expectRequest('checkFaceTimeAvailability', { to }, {});
	});
});

/** Answers in the envelope of the service, of which the data are not what the interface says. */
import type { IDataObject } from 'n8n-workflow';

import { serviceOperations } from '../../nodes/shared/contract/contract';
import { forwarding, lookup, watchedNumber, whileAnswered } from '../hostile/service-answers';
import { useShortWaits } from '../support/clock';
import { callOf, operationRows, operations, serviceOf, type OfferedId } from '../support/operations';
import { runNode, useSimulator } from '../support/simulated';

useSimulator();
useShortWaits();

/** The item that a valid call of an operation gives when the service answers with these data. */
async function answered(id: OfferedId, data: object, parameters: object = {}): Promise<IDataObject> {
	const settings = { onError: 'continueRegularOutput' } as const;
	const all = { ...callOf(id), ...parameters };
	const finished = await whileAnswered(
		data,
		async (baseUrl) => await runNode(operations[id].node, all, { baseUrl, settings }),
	);
	expect(finished.json()).toHaveLength(1);
	return finished.json()[0] as IDataObject;
}

function broken(fault: string, id: OfferedId): object {
	const { effect } = serviceOperations[serviceOf(id)];
	const text = `Unexpected response (200, ${fault})`;
	return {
		...(effect === 'send' ? { status: 'unknown', reason: text } : { error: text }),
		details: expect.objectContaining(effect === 'read' ? { status: 200 } : { outcome: 'unknown' }),
	};
}

test.each(operationRows)('%s: empty data are a failure of the item, never taken for not sent', async (id) => {
	expect(await answered(id, {})).toMatchObject(broken('data is empty', id));
});

const number = watchedNumber;
const allFlags = { imessage: true, facetime: true, riskScoring: true };
const noFlags = { imessage: false, facetime: false, riskScoring: false };
const scored = { ...lookup, imessage: true, facetime: true };
const risk = (value: unknown) => ({ ...scored, service_risk_scoring_beta: value });
const record = (change: object) => ({ number, call_forwarding: { ...forwarding(true), ...change } });

describe('what a workflow decides on', () => {
	test.each<[OfferedId, string, object, object?]>([
		['lookUpNumber', 'data.service_risk_scoring_beta is missing', risk(null), allFlags],
		[
			'lookUpNumber',
			'data.service_risk_scoring_beta.level has another form',
			risk({ level: 'none', score: 0.1 }),
			allFlags,
		],
		[
			'lookUpNumber',
			'data.service_risk_scoring_beta.score has another form',
			risk({ level: 'low', score: '0.1' }),
			allFlags,
		],
		['lookUpNumber', 'data.imessage has another form', { ...lookup, imessage: 'yes' }, { imessage: true }],
		['lookUpNumber', 'data.number is missing', { ...lookup, number: null }],
		['lookUpNumber', 'data.number has another form', { ...lookup, number: '' }],
		['enableCallForwarding', 'data.call_forwarding.enabled has another form', record({ enabled: 'no' })],
		['getCallForwarding', 'data.call_forwarding.status has another form', record({ status: 'done' })],
		['getCallForwarding', 'data.call_forwarding.to is missing', record({ to: undefined })],
		['configureNumber', 'data.failover.enabled is missing', { number, failover: {} }],
		['applyForEntitlement', 'data.granted has another form', { granted: 'true' }],
		['checkFaceTimeAvailability', 'data.available is missing', { available: null }],
		['checkImessageAvailability', 'data.available has another form', { available: 'yes' }],
		['sendWhatsapp', 'data.message_id is missing', { id: 'wapp_1' }],
	])('%s: %s', async (id, fault, data, parameters = {}) => {
		expect(await answered(id, data, parameters)).toMatchObject(broken(fault, id));
	});
});

describe('a lookup that knows little is an answer, not a failure', () => {
	const known = {
		number: '+12025550199',
		country: 'US',
		caller_name: 'ADA',
		line_type: 'mobile',
		carrier: 'Northwind Mobile',
		ported: false,
		imessage: null,
		facetime: null,
		risk_level: null,
		risk_score: null,
	};
	const nothing = Object.fromEntries(Object.keys(known).map((name) => [name, null]));

	test.each<[change: object, simplified: object]>([
		[{}, {}],
		[{ carrier: { name: null, type: null, mcc: null, mnc: null } }, { carrier: null }],
		[{ carrier: { name: 'Fabrikam' } }, { carrier: 'Fabrikam' }],
		[{ ported: {} }, { ported: null }],
		[{ ported: { ported: true } }, { ported: true }],
		[
			{ country: undefined, line_type: null },
			{ country: null, line_type: null },
		],
		[{ formatted: undefined, city: null, region: undefined }, {}],
		[{ imessage: undefined, facetime: undefined, service_risk_scoring_beta: undefined }, {}],
	])('%j', async (change, simplified) => {
		const data = { ...lookup, ...change };
		expect(await answered('lookUpNumber', data, noFlags)).toEqual({ ...known, ...simplified });
		const record = await answered('lookUpNumber', data, { ...noFlags, simplify: false });
		expect(record).toEqual(JSON.parse(JSON.stringify(data)));
	});

	test('with the number alone, or with what was asked for beside it, everything else is null', async () => {
		const number = '+12025550199';
		expect(await answered('lookUpNumber', { number }, noFlags)).toEqual({ ...nothing, number });
		const asked = { imessage: false, facetime: true };
		const scores = { ...asked, service_risk_scoring_beta: { level: 'low', score: 0.1 } };
		expect(await answered('lookUpNumber', { number, ...scores }, allFlags)).toEqual({
			...nothing,
			number,
			...asked,
			risk_level: 'low',
			risk_score: 0.1,
		});
	});
});

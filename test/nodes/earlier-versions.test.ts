import type { INodeParameters } from 'n8n-workflow';

import { fromList, severalNumbers, typed } from '../support/locators';
import { leased, runNode, simulator, useSimulator } from '../support/simulated';
import { TriggerHost } from '../support/trigger-host';

useSimulator();

const number = leased.immediate;
const to = '+12025550199';

/** What is asked for by a node as n8n stored it before there was a version 2, without the values that were defaults. */
async function requested(type: string, parameters: INodeParameters) {
	const finished = await runNode(type, parameters, { settings: { typeVersion: 1 } });
	if (finished.error) throw finished.error;
	expect(simulator().requests).toHaveLength(1);
	const { operationId, body } = simulator().requests[0] ?? {};
	return { operationId, body };
}

const all = { failover: { enabled: true, mode: 'all' } };

describe('a workflow that was saved with version 1 of a node does what it did', () => {
	test.each<[string, INodeParameters, string, unknown]>([
		['nothing but a number: failover for all', { number }, 'configureNumber', all],
		['nothing but a number by an expression', { number: `={{ "${number}" }}` }, 'configureNumber', all],
		[
			'failover off',
			{ number, failoverEnabled: false },
			'configureNumber',
			{ failover: { enabled: false, mode: 'all' } },
		],
		['failover as it is', { number, setFailover: false }, 'configureNumber', {}],
		[
			'selective failover',
			{ number, failoverMode: 'selective', failoverNumbers: [leased.imessage, '={{ [] }}'] },
			'configureNumber',
			{ failover: { enabled: true, mode: 'selective', numbers: [leased.imessage] } },
		],
		[
			'selective failover by expressions',
			{
				number,
				failoverEnabled: '={{ false }}',
				failoverMode: '={{ "selective" }}',
				failoverNumbers: `={{ ["${leased.imessage}"] }}`,
			},
			'configureNumber',
			{ failover: { enabled: false, mode: 'selective', numbers: [leased.imessage] } },
		],
		[
			'a target when disabling',
			{ operation: 'disableCallForwarding', number, disableTo: to },
			'disableCallForwarding',
			{ to },
		],
		['no target when disabling', { operation: 'disableCallForwarding', number }, 'disableCallForwarding', {}],
		['reading', { operation: 'getCallForwarding', number }, 'getCallForwarding', null],
	])('Numbers: %s', async (_, parameters, operationId, body) => {
		expect(await requested('phoneServiceNumbers', parameters)).toEqual({ operationId, body });
	});

	test('Numbers: selective failover without numbers names the fields that version 1 has', async () => {
		const parameters = { number, failoverMode: 'selective', failoverNumbers: ['={{ [] }}'] };
		const { error } = await runNode('phoneServiceNumbers', parameters, { settings: { typeVersion: 1 } });
		expect(error?.message).toBe('Failover Numbers is empty');
		expect(error?.description).toMatch(/choose All in Failover Mode\.$/);
		expect(simulator().requests).toEqual([]);
	});

	test.each<[string, INodeParameters, object]>([
		['fast track', { to, message: 'Hello', fastTrack: true }, { fast_track: true }],
		['fast track by an expression', { to, message: 'Hello', fastTrack: '={{ true }}' }, { fast_track: true }],
		['a sender', { to, message: 'Hello', from: leased.imessage }, { from: leased.imessage }],
		[
			'senders with commas',
			{ to, message: 'Hello', from: `${leased.imessage}, ${leased.imessage}` },
			{ from: leased.imessage },
		],
		[
			'senders by an expression',
			{ to, message: 'Hello', from: `={{ ["${leased.imessage}"] }}` },
			{ from: leased.imessage },
		],
		[
			'a sender of the fallback',
			{ to, message: 'Hello', fallback: true, fallbackFrom: leased.sms },
			{ fallback: { when: ['imessage_unsupported', 'imessage_fails'], from: leased.sms } },
		],
	])('Messaging: %s', async (_, parameters, sent) => {
		const { operationId, body } = await requested('phoneServiceMessaging', parameters);
		expect(operationId).toBe('sendImessage');
		expect(body).toEqual({ to, message: 'Hello', ...sent });
	});

	test.each<[string, INodeParameters]>([
		['one by one', { numbers: [leased.queued, leased.imessage] }],
		['with commas', { numbers: [`${leased.queued}, ${leased.imessage}`] }],
		['by an expression', { numbers: `={{ ["${leased.queued}", "${leased.imessage}"] }}` }],
	])('the trigger watches its numbers: %s', async (_, parameters) => {
		const trigger = new TriggerHost(parameters, { typeVersion: 1 });
		await trigger.activate();
		expect(simulator().requests).toHaveLength(2);
	});
});

describe('a leased number may stand as a text or as what n8n stores of a list, in either version', () => {
	const forms: Array<[string, unknown]> = [
		['a text', number],
		['typed', typed(number)],
		['chosen', fromList(number, 'Reception')],
		['typed as an expression', typed('={{ $json.number }}')],
		['an expression alone', '={{ $json.number }}'],
		['typed with blanks', typed(' +1 (415) 555-0101 ')],
	];

	test.each([1, 2].flatMap((typeVersion) => forms.map((form) => [typeVersion, ...form] as const)))(
		'version %i, %s',
		async (typeVersion, _, stored) => {
			const settings = { typeVersion };
			const items = [{ number }];
			const read = { operation: 'getCallForwarding', number: stored as string };
			const got = await runNode('phoneServiceNumbers', read, { items, settings });
			expect(got.json()).toMatchObject([{ number }]);
			const message = { operation: 'sendImessage', to, message: 'Hello', from: stored as string };
			const sent = await runNode('phoneServiceMessaging', message, { items, settings });
			expect(sent.json()).toMatchObject([{ from: number }]);
		},
	);

	test('an empty one leaves the choice to the service', async () => {
		const message = { operation: 'sendImessage', to, message: 'Hello', from: fromList('') };
		const sent = await runNode('phoneServiceMessaging', message);
		expect(sent.json()[0]).not.toHaveProperty('from');
		expect(simulator().requests[0]?.body).not.toHaveProperty('from');
	});

	test('several numbers, typed and chosen, from the fields and from expressions', async () => {
		const several = {
			entries: [
				...(severalNumbers(leased.imessage).entries as []),
				{ entry: fromList(leased.imessageToo) },
				{ entry: '={{ $json.more }}' },
			],
		};
		const parameters = {
			operation: 'configureNumber',
			number,
			failover: 'selected',
			selectedNumbers: several,
		};
		const finished = await runNode('phoneServiceNumbers', parameters, {
			items: [{ more: [leased.whatsapp] }],
		});
		expect(finished.json()).toMatchObject([
			{ failover: { numbers: [leased.imessage, leased.imessageToo, leased.whatsapp] } },
		]);
	});
});

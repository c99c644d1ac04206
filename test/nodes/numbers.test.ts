import type { INodeParameters } from 'n8n-workflow';

import { useFastTime } from '../support/clock';
import { severalNumbers } from '../support/locators';
import { leased, runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();
useFastTime();

const number = leased.immediate;
const encoded = encodeURIComponent(number);

async function requestOf(parameters: INodeParameters) {
	const finished = await runNode('phoneServiceNumbers', { number, ...parameters });
	if (finished.error) throw finished.error;
	const { method, path, body } = simulator().requests.at(-1) ?? {};
	return { method, path, body };
}

test('a new node reads, whatever was not chosen', async () => {
	expect(await requestOf({})).toEqual({
		method: 'GET',
		path: `/numbers/lease/${encoded}/call_forwarding`,
		body: null,
	});
});

describe('what is sent (sections 4.1 and 4.2)', () => {
	test.each<[string, INodeParameters, string, string, unknown]>([
		[
			'disable',
			{ operation: 'disableCallForwarding' },
			'POST',
			`/numbers/lease/${encoded}/call_forwarding/disable`,
			{},
		],
		[
			'disable with a target',
			{ operation: 'disableCallForwarding', options: { forwardTo: '+12025550199' } },
			'POST',
			`/numbers/lease/${encoded}/call_forwarding/disable`,
			{ to: '+12025550199' },
		],
		['get', { operation: 'getCallForwarding' }, 'GET', `/numbers/lease/${encoded}/call_forwarding`, null],
		[
			'enable',
			{ operation: 'enableCallForwarding', enableTo: '+12025550199' },
			'POST',
			`/numbers/lease/${encoded}/call_forwarding/enable`,
			{ to: '+12025550199' },
		],
		[
			'failover for all numbers',
			{ operation: 'configureNumber', failover: 'all' },
			'POST',
			`/numbers/${encoded}/configure`,
			{ failover: { enabled: true, mode: 'all' } },
		],
		[
			'failover for selected numbers',
			{
				operation: 'configureNumber',
				failover: 'selected',
				selectedNumbers: severalNumbers(leased.imessage, `${leased.imessageToo}, ${leased.whatsapp}`),
			},
			'POST',
			`/numbers/${encoded}/configure`,
			{
				failover: {
					enabled: true,
					mode: 'selective',
					numbers: [leased.imessage, leased.imessageToo, leased.whatsapp],
				},
			},
		],
		[
			'failover for selected numbers, given by an expression as an array',
			{
				operation: 'configureNumber',
				failover: 'selected',
				selectedNumbers: severalNumbers(`={{ ["${leased.imessage}", "${leased.imessageToo}"] }}`),
			},
			'POST',
			`/numbers/${encoded}/configure`,
			{ failover: { enabled: true, mode: 'selective', numbers: [leased.imessage, leased.imessageToo] } },
		],
		[
			'failover off',
			{ operation: 'configureNumber', failover: 'off' },
			'POST',
			`/numbers/${encoded}/configure`,
			{ failover: { enabled: false, mode: 'all' } },
		],
		[
			'what the failover is: the empty object, which changes nothing',
			{ operation: 'getFailover' },
			'POST',
			`/numbers/${encoded}/configure`,
			{},
		],
	])('%s', async (_, parameters, method, path, body) => {
		expect(await requestOf(parameters)).toEqual({ method, path, body });
	});
});

describe('what comes back (sections 2.3, 2.4 and 3)', () => {
	test('a change that is applied at once is active', async () => {
		const finished = await runNode('phoneServiceNumbers', { operation: 'disableCallForwarding', number });
		expect(finished.json()).toEqual([
			{ number, call_forwarding: { enabled: false, to: null, status: 'active', estimated_completion: null } },
		]);
	});

	test('a queued change says when it should be applied', async () => {
		const finished = await runNode('phoneServiceNumbers', {
			operation: 'disableCallForwarding',
			number: leased.queued,
		});
		expect(finished.json()[0]).toMatchObject({
			call_forwarding: { status: 'queued', estimated_completion: expect.any(Number) },
		});
	});

	test('configure answers the number and its failover', async () => {
		const finished = await runNode('phoneServiceNumbers', {
			operation: 'configureNumber',
			number,
			failover: 'selected',
			selectedNumbers: severalNumbers(leased.imessage),
		});
		expect(finished.json()).toEqual([
			{ number, failover: { enabled: true, mode: 'selective', numbers: [leased.imessage] } },
		]);
	});
});

describe('bad input', () => {
	test.each<[string, INodeParameters, RegExp]>([
		['no number', { operation: 'getCallForwarding', number: '={{ "" }}' }, /^Your Number is empty/],
		['a path as number', { operation: 'getCallForwarding', number: '../configure' }, /^Your Number is not/],
		[
			'a wrong target',
			{ operation: 'disableCallForwarding', options: { forwardTo: 'x' } },
			/^The option Forward To is not/,
		],
		[
			'no target',
			{ operation: 'enableCallForwarding', enableTo: '={{ null }}' },
			/^Forward To is an expression that has no value/,
		],
		[
			'selected numbers without one',
			{ operation: 'configureNumber', failover: 'selected', selectedNumbers: severalNumbers('={{ [] }}') },
			/^Selected Numbers is empty/,
		],
		[
			'an unknown choice of failover',
			{ operation: 'configureNumber', failover: '={{ "some" }}' },
			/^Failover is "some"/,
		],
	])('%s is refused before anything is sent', async (_, parameters, fault) => {
		const finished = await runNode('phoneServiceNumbers', { number, ...parameters });
		expect(finished.error?.message).toMatch(fault);
		expect(simulator().requests).toEqual([]);
	});

	test('a number that is not leased is refused by the service, and the error says what is missing', async () => {
		const finished = await runNode('phoneServiceNumbers', {
			operation: 'getCallForwarding',
			number: leased.notLeased,
		});
		expect(finished.error?.message).toMatch(/403/);
		expect(finished.error?.description).toMatch(/does not lease 'Your Number'/);
	});
});

import type { INodeParameters } from 'n8n-workflow';

import { leased, runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();

const number = leased.immediate;
const encoded = encodeURIComponent(number);

async function requestOf(parameters: INodeParameters) {
	const finished = await runNode('phoneServiceNumbers', { number, ...parameters });
	if (finished.error) throw finished.error;
	const { method, path, body } = simulator().requests.at(-1) ?? {};
	return { method, path, body };
}

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
			{ operation: 'disableCallForwarding', disableTo: '+12025550199' },
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
			'configure, failover for all',
			{ operation: 'configureNumber', setFailover: true, failoverEnabled: true, failoverMode: 'all' },
			'POST',
			`/numbers/${encoded}/configure`,
			{ failover: { enabled: true, mode: 'all' } },
		],
		[
			'configure, selective failover',
			{
				operation: 'configureNumber',
				setFailover: true,
				failoverEnabled: true,
				failoverMode: 'selective',
				failoverNumbers: [leased.imessage, `${leased.imessageToo}, ${leased.whatsapp}`],
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
			'configure, failover off',
			{ operation: 'configureNumber', setFailover: true, failoverEnabled: false, failoverMode: 'all' },
			'POST',
			`/numbers/${encoded}/configure`,
			{ failover: { enabled: false, mode: 'all' } },
		],
		[
			'configure, failover left as it is: the empty object',
			{ operation: 'configureNumber', setFailover: false },
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
			setFailover: true,
			failoverEnabled: true,
			failoverMode: 'selective',
			failoverNumbers: [leased.imessage],
		});
		expect(finished.json()).toEqual([
			{ number, failover: { enabled: true, mode: 'selective', numbers: [leased.imessage] } },
		]);
	});
});

describe('bad input', () => {
	test.each<[string, INodeParameters, RegExp]>([
		['no number', { operation: 'getCallForwarding', number: '={{ "" }}' }, /^Number is empty/],
		['a path as number', { operation: 'getCallForwarding', number: '../configure' }, /^Number is not/],
		['a wrong target', { operation: 'disableCallForwarding', disableTo: 'x' }, /^Forward To is not/],
		[
			'no target',
			{ operation: 'enableCallForwarding', enableTo: '={{ null }}' },
			/^Forward To is an expression that gives nothing/,
		],
		[
			'selective failover without numbers',
			{
				operation: 'configureNumber',
				setFailover: true,
				failoverMode: 'selective',
				failoverNumbers: ['={{ [] }}'],
			},
			/lists no number/,
		],
		[
			'an unknown mode',
			{ operation: 'configureNumber', setFailover: true, failoverMode: '={{ "some" }}' },
			/^Failover Mode is "some"/,
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
		expect(finished.error?.description).toMatch(/must be one that the account leases/);
	});
});

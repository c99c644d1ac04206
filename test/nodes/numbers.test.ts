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

test.each<[string, INodeParameters, string[]]>([
	[
		'several entries, one of them a list',
		severalNumbers(leased.imessage, `${leased.imessageToo}, ${leased.whatsapp}`),
		[leased.imessage, leased.imessageToo, leased.whatsapp],
	],
	[
		'an expression that gives an array',
		severalNumbers(`={{ ["${leased.imessage}", "${leased.imessageToo}"] }}`),
		[leased.imessage, leased.imessageToo],
	],
])('Selected Numbers for the failover: %s (section 4.2)', async (_, selectedNumbers, numbers) => {
	const { body } = await requestOf({ operation: 'configureNumber', failover: 'selected', selectedNumbers });
	expect(body).toEqual({ failover: { enabled: true, mode: 'selective', numbers } });
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

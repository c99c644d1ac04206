import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { useFastTime } from '../support/clock';
import { fromList, severalNumbers, typed } from '../support/locators';
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

test.each<[string, NodeParameterValueType]>([
	['a text', number],
	['typed', typed(number)],
	['chosen', fromList(number, 'Reception')],
	['typed as an expression', typed('={{ $json.number }}')],
	['an expression alone', '={{ $json.number }}'],
	['typed with blanks', typed(' +1 (415) 555-0101 ')],
])('a leased number may be %s', async (_, stored) => {
	const items = [{ number }];
	const read = { operation: 'getCallForwarding', number: stored } as INodeParameters;
	expect((await runNode('phoneServiceNumbers', read, { items })).json()).toMatchObject([{ number }]);
	const send = { operation: 'sendImessage', to: '+12025550199', message: 'Hello', from: stored };
	const sent = await runNode('phoneServiceMessaging', send as INodeParameters, { items });
	expect(sent.json()).toMatchObject([{ from: number }]);
});

test('Set Failover → Off changes nothing else: a list of selected numbers is there when it is on again (section 2.4)', async () => {
	const selectedNumbers = severalNumbers(leased.imessage);
	await requestOf({ operation: 'configureNumber', failover: 'selected', selectedNumbers });
	expect(await requestOf({ operation: 'configureNumber', failover: 'off' })).toMatchObject({
		body: { failover: { enabled: false } },
	});
	const [read] = (await runNode('phoneServiceNumbers', { operation: 'getFailover', number })).json();
	expect(read).toEqual({
		number,
		failover: { enabled: false, mode: 'selective', numbers: [leased.imessage] },
	});
});

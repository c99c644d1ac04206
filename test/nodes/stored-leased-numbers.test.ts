import { useFastTime } from '../support/clock';
import { fromList, severalNumbers, typed } from '../support/locators';
import { leased, runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();
useFastTime();

const number = leased.immediate;
const to = '+12025550199';

describe('a leased number may stand as a text or as what n8n stores of a list', () => {
	const forms: Array<[string, unknown]> = [
		['a text', number],
		['typed', typed(number)],
		['chosen', fromList(number, 'Reception')],
		['typed as an expression', typed('={{ $json.number }}')],
		['an expression alone', '={{ $json.number }}'],
		['typed with blanks', typed(' +1 (415) 555-0101 ')],
	];

	test.each(forms)('%s', async (_, stored) => {
		const items = [{ number }];
		const read = { operation: 'getCallForwarding', number: stored as string };
		const got = await runNode('phoneServiceNumbers', read, { items });
		expect(got.json()).toMatchObject([{ number }]);
		const message = { operation: 'sendImessage', to, message: 'Hello', from: stored as string };
		const sent = await runNode('phoneServiceMessaging', message, { items });
		expect(sent.json()).toMatchObject([{ from: number }]);
	});

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

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { whileAnswered } from '../hostile/service-answers';
import { useShortWaits } from '../support/clock';
import { operations, type OfferedId } from '../support/operations';
import { runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();
useShortWaits();

const number = '+12025550130';

const base = { operation: 'lookUpNumber', number, options: { lookupsPerMinute: 0 } };

test('Look Up Number (sections 2.6, 2.7 and 4.6): the same number and flags are looked up once in a run, and every item gets its own answer', async () => {
	const items = [{ n: number }, { n: '+12025550131' }, { n: number }];
	const finished = await runNode(
		'phoneServiceIntelligence',
		{ ...base, number: '={{ $json.n }}' },
		{ items },
	);
	expect(simulator().requests).toHaveLength(2);
	expect(finished.json().map((record) => record.number)).toEqual(items.map(({ n }) => n));
	expect(finished.json()[0]).toEqual(finished.json()[2]);
});

describe('lookups and checks keep the fields of their item', () => {
	const row = { name: 'Ada', table: 4 };
	const calls: Array<[operation: OfferedId, parameters: INodeParameters, own: IDataObject]> = [
		['lookUpNumber', { number }, { number, country: 'US' }],
		['checkImessageAvailability', { address: number }, { to: number, available: true }],
		['checkFaceTimeAvailability', { to: number }, { address: number, available: true }],
		['getMessage', { id: 'imsg_delivered' }, { status: 'delivered' }],
	];

	async function itemOf(operation: OfferedId, parameters: INodeParameters): Promise<IDataObject> {
		const call = { operation, ...parameters };
		const [item = {}] = (await runNode(operations[operation].node, call, { items: [row] })).json();
		return item;
	}

	test.each(calls)('%s puts its own behind them', async (operation, parameters, own) => {
		const item = await itemOf(operation, parameters);
		expect(item).toMatchObject({ ...row, ...own });
		expect(Object.keys(item).slice(0, 2)).toEqual(['name', 'table']);
	});
});

describe('entitlements (sections 2.8 and 4.7)', () => {
	const applied = async (name: string) =>
		await runNode('phoneServiceEntitlements', { operation: 'applyForEntitlement', name });

	test('a denial that the service answers with 200 comes out as it is', async () => {
		expect((await applied('={{ "denied" }}')).json()).toEqual([{ granted: false }]);
	});

	test('a list with entries that are none gives the others', async () => {
		const entitlements = [null, 'x', 5, { name: 'lease' }];
		await whileAnswered({ entitlements }, async (baseUrl) => {
			const list = { operation: 'listEntitlements' };
			const finished = await runNode('phoneServiceEntitlements', list, { baseUrl });
			expect(finished.json()).toEqual([{ name: 'lease' }]);
		});
	});

	test('an agreement to accept first is named in the error (from public material)', async () => {
		const { error } = await applied('={{ "agreement_required" }}');
		expect(error?.description).toMatch(/accept the agreement https:\/\/.*Phone Service Entitlements/);
		expect(error?.context).toMatchObject({ agreementUrl: expect.stringMatching(/^https:/) });
	});
});

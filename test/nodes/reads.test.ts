import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { whileAnswered } from '../hostile/service-answers';
import { useShortWaits } from '../support/clock';
import { operations, type OfferedId } from '../support/operations';
import { runNode, simulator, useSimulator } from '../support/simulated';

useSimulator({ lookupRate: false });
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

test('where one number is wrong and would end the workflow, none is looked up; otherwise all others are', async () => {
	const items = [{ n: number }, { n: '0555' }, { n: '+12025550131' }];
	const lookUp = async (settings?: { onError: 'continueRegularOutput' }) =>
		await runNode('phoneServiceIntelligence', { ...base, number: '={{ $json.n }}' }, { items, settings });
	const ended = await lookUp();
	expect(ended.error?.message).toMatch(/0555/);
	expect(ended.error?.description).toMatch(/1 failed \(0555\), 2 not asked/);
	expect(simulator().requests).toHaveLength(0);
	await lookUp({ onError: 'continueRegularOutput' });
	expect(simulator().requests).toHaveLength(2);
});

describe('a column of the list with the name of a field of the answer stays, and the answer has another name for it', () => {
	const flags = { imessage: true, facetime: true, riskScoring: true };
	const facts = 'number country caller_name line_type carrier ported imessage facetime'.split(' ');
	const checks = {
		'Look Up Number': [
			{ operation: 'lookUpNumber', number, ...flags },
			[...facts, 'risk_level', 'risk_score'],
		],
		'Look Up Number, not simplified': [
			{ operation: 'lookUpNumber', number, ...flags, simplify: false },
			[...facts, 'formatted', 'city', 'region', 'service_risk_scoring_beta'],
		],
		FaceTime: [{ operation: 'checkFaceTimeAvailability', to: number }, ['address', 'available']],
		iMessage: [{ operation: 'checkImessageAvailability', to: number }, ['to', 'available']],
		'Get Message': [
			{ operation: 'getMessage', id: 'imsg_delivered' },
			['message_id', 'status', 'to', 'from', 'text', 'sent_at', 'attachments', 'tracking'],
		],
	} satisfies Record<string, [call: { operation: OfferedId } & INodeParameters, fields: string[]]>;
	type Check = keyof typeof checks;

	/** What leaves a check, without the time of the message, which the simulator has sent just now. */
	const checked = async (check: Check, items: IDataObject[]) => {
		const [call] = checks[check];
		const options = check.startsWith('Look Up') ? { lookupsPerMinute: 0 } : {};
		const finished = await runNode(operations[call.operation].node, { ...call, options }, { items });
		const json = JSON.stringify(finished.json()).replace(/[\d-]{10}T[\d:.]+Z/g, 'a time');
		return { items: JSON.parse(json) as IDataObject[], hints: finished.hints() };
	};
	const answerOf = async (check: Check) => (await checked(check, [{}])).items[0] ?? {};
	const names = Object.keys(checks) as Check[];

	test.each(names)('%s puts all fields of its answer behind those of the item', async (check) => {
		const [item = {}] = (await checked(check, [{ name: 'Ada', seat: 4 }])).items;
		const [first, second, ...added] = Object.keys(item);
		expect([first, second]).toEqual(['name', 'seat']);
		expect(added.sort()).toEqual([...checks[check][1]].sort());
	});

	test.each(names.flatMap((check) => checks[check][1].map((column) => [check, column] as const)))(
		'%s: %s',
		async (check, column) => {
			const { [column]: value, ...others } = await answerOf(check);
			for (const own of ['own', '', null]) {
				const finished = await checked(check, [{ name: 'Ada', [column]: own }]);
				expect(finished.items).toEqual([
					{ name: 'Ada', [column]: own, ...others, [`lookup_${column}`]: value },
				]);
				expect(finished.hints).toEqual([
					`Your list keeps its ${column}. The answers are in lookup_${column}.`,
				]);
			}
		},
	);

	test.each<[Check, string]>([
		['Look Up Number', 'number'],
		['Look Up Number, not simplified', 'number'],
		['FaceTime', 'address'],
		['iMessage', 'to'],
		['Get Message', 'message_id'],
		['Get Message', 'to'],
		['Get Message', 'from'],
	])('%s: the same %s is one field', async (check, column) => {
		const answer = await answerOf(check);
		const finished = await checked(check, [{ name: 'Ada', [column]: answer[column] }]);
		expect(finished.items).toEqual([{ name: 'Ada', ...answer }]);
		expect(finished.hints).toEqual([]);
	});

	test('whatever the values are, and in all rows alike, so that a workflow can compare both', async () => {
		const items = [{ country: 'US' }, { country: 'CA' }, {}];
		const { items: rows } = await checked('Look Up Number', items);
		expect(rows).toMatchObject(items.map((item) => ({ ...item, lookup_country: 'US' })));
		expect(rows[2]).not.toHaveProperty('country');
	});

	test.each(names)('%s of its own output adds each field once, however often', async (check) => {
		const first = (await checked(check, [{ name: 'Ada' }])).items;
		const second = (await checked(check, first)).items;
		expect(second).toMatchObject(first);
		expect((await checked(check, second)).items).toEqual(second);
		expect(Object.keys(second[0] ?? {}).filter((name) => /^lookup_.*lookup_/.test(name))).toEqual([]);
	});

	test('what an earlier lookup wrote stays, and the field beside it has the new value', async () => {
		const row = { number, carrier: 'Old Mobile', lookup_carrier: 'Older Mobile' };
		const { items } = await checked('Look Up Number', [row]);
		expect(items).toMatchObject([{ ...row, lookup_carrier: 'Northwind Mobile' }]);
	});

	test('Get Message brings the row of its message up to date', async () => {
		const row = { name: 'Ada', message_id: 'imsg_delivered', status: 'accepted', text: 'own' };
		const { items, hints } = await checked('Get Message', [row]);
		expect(items).toMatchObject([
			{ name: 'Ada', status: 'delivered', text: 'own', lookup_text: expect.any(String) },
		]);
		expect(hints).toEqual(['Your list keeps its text. The answers are in lookup_text.']);
	});

	test('a parcel goes with the carrier of the list, to the number of the list', async () => {
		const row = { number: '+1 (202) 555-0130', carrier: 'DHL', country: 'DE' };
		const call = { ...base, number: '={{ $json.number }}' };
		const finished = await runNode('phoneServiceIntelligence', call, { items: [row] });
		expect(finished.json()).toMatchObject([
			{ ...row, lookup_number: number, lookup_carrier: 'Northwind Mobile', lookup_country: 'US' },
		]);
		expect(finished.hints()).toEqual([
			'Your list keeps its number, country and carrier. The answers are in lookup_number, lookup_country and lookup_carrier.',
		]);
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

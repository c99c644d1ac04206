import { failoverModeValues } from '../../nodes/shared/contract/contract';
import { leased } from '../support/leased-numbers';
import { inPath, post, simulator, useSimulator } from './support';

useSimulator();

async function configure(body: object, number = leased.whatsapp) {
	return await post(`/numbers/${inPath(number)}/configure`, body);
}

const untouched = { enabled: false, mode: 'all', numbers: [] };

describe('sections 2.4 and 4.2: failover configuration', () => {
	test('an empty object changes nothing and answers all three fields', async () => {
		const { status, data } = await configure({});
		expect(status).toBe(200);
		expect(data.data).toEqual({ number: leased.whatsapp, failover: untouched });
	});

	test.each([
		[{ enabled: true }, { ...untouched, enabled: true }],
		[
			{ enabled: true, mode: 'all' },
			{ ...untouched, enabled: true },
		],
		[
			{ enabled: true, mode: 'selective', numbers: [leased.queued, leased.sms] },
			{ enabled: true, mode: 'selective', numbers: [leased.queued, leased.sms] },
		],
		[{ enabled: false }, untouched],
	])('%j holds from then on', async (failover, expected) => {
		expect((await configure({ failover })).data.data.failover).toEqual(expected);
		expect((await configure({})).data.data.failover).toEqual(expected);
	});

	test('fields that are left out keep their values', async () => {
		await configure({ failover: { enabled: true, mode: 'selective', numbers: [leased.queued] } });
		expect((await configure({ failover: { enabled: false } })).data.data.failover).toEqual({
			enabled: false,
			mode: 'selective',
			numbers: [leased.queued],
		});
	});

	test.each(failoverModeValues)('the mode %s is known', async (mode) => {
		expect((await configure({ failover: { enabled: true, mode, numbers: [leased.queued] } })).status).toBe(
			200,
		);
		expect(simulator().violations).toEqual([]);
	});

	test('selective mode needs a number', async () => {
		expect((await configure({ failover: { enabled: true, mode: 'selective' } })).status).toBe(400);
	});

	test('allowed numbers must be leased', async () => {
		const failover = { enabled: true, mode: 'selective', numbers: [leased.notLeased] };
		expect((await configure({ failover })).status).toBe(403);
	});

	test('a number that the caller does not lease answers 403', async () => {
		expect((await configure({}, leased.notLeased)).status).toBe(403);
	});

	test('body properties that the document does not show are accepted', async () => {
		expect((await configure({ label: 'Front desk' })).status).toBe(200);
	});
});

import { riskLevelBelow } from '../../nodes/shared/contract/contract';
import { lookupRecord, riskLevel } from '../../simulator/lookup-records';
import { get, inPath, ordinary, simulator, useSimulator } from './support';

useSimulator();

const allFlags = 'imessage=true&facetime=true&service_risk_scoring_beta=true';

async function lookUp(number: string, query = '') {
	return (await get(`/intelligence/${inPath(number)}?${query}`)).data.data;
}

describe('sections 2.6, 2.7 and 4.6: looking up a number', () => {
	test('the same number always has the same record, other numbers have others', async () => {
		const first = await lookUp(ordinary, allFlags);
		expect(await lookUp(ordinary, allFlags)).toEqual(first);
		const flags = { imessage: true, facetime: true, service_risk_scoring_beta: true };
		const numbers = Array.from({ length: 30 }, (_, index) => `+120655501${30 + index}`);
		const scores = numbers.map((number) => lookupRecord(number, flags).service_risk_scoring_beta?.score);
		expect(new Set(scores).size).toBeGreaterThan(10);
	});

	test.each([
		[ordinary, { country: 'US', region: 'Washington', city: 'Seattle', formatted: '(206) 555-0133' }],
		['+447700900123', { country: 'GB' }],
		['+4930123456', { country: 'DE' }],
		['+33123456789', { country: 'FR' }],
	])('%s belongs to %j', async (number, place) => {
		expect(await lookUp(number)).toMatchObject(place);
		expect(simulator().lookups).toMatchObject([{ account: 'demo', record: { number } }]);
	});

	test.each([
		['', null, null, null],
		['imessage=false', null, null, null],
		['imessage=true', true, null, null],
		['facetime=true', null, true, null],
		['imessage=true&facetime=true&service_risk_scoring_beta=false', true, true, null],
		[allFlags, true, true, { level: expect.any(String), score: expect.any(Number) }],
	])('with "%s"', async (query, imessage, facetime, risk) => {
		expect(await lookUp(ordinary, query)).toMatchObject({
			imessage,
			facetime,
			service_risk_scoring_beta: risk,
		});
	});

	test.each([
		[0, 'low'],
		[riskLevelBelow.low, 'medium'],
		[riskLevelBelow.medium, 'high'],
		[riskLevelBelow.high, 'very_high'],
		[0.99, 'very_high'],
	])('the score %d has the level %s', (score, level) => {
		expect(riskLevel(score)).toBe(level);
	});
});

describe('magic numbers', () => {
	test.each([
		['+12025550120', 'low', 0.19],
		['+12025550121', 'medium', 0.44],
		['+12025550122', 'high', 0.69],
		['+12025550123', 'very_high', 0.99],
	])('%s has the risk level %s', async (number, level, score) => {
		expect((await lookUp(number, allFlags)).service_risk_scoring_beta).toEqual({ level, score });
	});

	test.each([
		['+12025550130', true],
		['+12025550131', false],
	])('%s: ported is %s', async (number, isPorted) => {
		const { ported } = await lookUp(number);
		expect(ported.ported).toBe(isPorted);
		expect(ported.original_carrier === ported.current_carrier).toBe(!isPorted);
	});

	test.each([
		[ordinary, true, true],
		['guest@example.com', true, true],
		['Guest+Tag@Example.com', true, true],
		['+12025550110', false, true],
		['no-imessage@example.com', false, true],
		['+12025550112', true, false],
		['no-facetime@example.com', true, false],
		['+12025550113', false, false],
	])('sections 2.9 and 4.8, %s: iMessage %s, FaceTime %s', async (address, imessage, facetime) => {
		const over = async (path: string) => (await get(path + inPath(address))).data.data;
		expect(await over('/conversations/availability/imessage/')).toEqual({ available: imessage });
		expect(await over('/facetime/availability/')).toEqual({ available: facetime });
		if (address.startsWith('+'))
			expect(await lookUp(address, allFlags)).toMatchObject({ imessage, facetime });
	});
});

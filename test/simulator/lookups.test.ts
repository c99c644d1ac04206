import { riskLevelBelow } from '../../nodes/shared/contract/contract';
import { riskLevel } from '../../simulator/lookup-records';
import { get, inPath, ordinary, simulator, useSimulator } from './support';

useSimulator();

const allFlags = 'imessage=true&facetime=true&service_risk_scoring_beta=true';

async function lookUp(number: string, query = '') {
	return (await get(`/intelligence/${inPath(number)}?${query}`)).data.data;
}

describe('sections 2.6, 2.7 and 4.6: looking up a number', () => {
	test.each([
		[ordinary, { country: 'US', region: 'Washington', city: 'Seattle', formatted: '(206) 555-0133' }],
		['+447700900123', { country: 'GB' }],
	])('%s belongs to %j', async (number, place) => {
		expect(await lookUp(number)).toMatchObject(place);
		expect(simulator().lookups).toMatchObject([{ account: 'demo', record: { number } }]);
	});

	test.each([
		['imessage=false', null, null, null],
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
		['+12025550130', true],
		['+12025550131', false],
	])('%s: ported is %s', async (number, isPorted) => {
		const { ported } = await lookUp(number);
		expect(ported.ported).toBe(isPorted);
		expect(ported.original_carrier === ported.current_carrier).toBe(!isPorted);
	});

	test.each([
		[ordinary, true, true],
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

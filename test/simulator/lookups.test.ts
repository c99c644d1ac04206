import { riskLevelBelow } from '../../nodes/shared/contract/contract';
import { riskLevel } from '../../simulator/lookup-records';
import { get, inPath, ordinary, simulator, useSimulator } from './support';

useSimulator();

test.each([
	[ordinary, { country: 'US', region: 'Washington', city: 'Seattle', formatted: '(206) 555-0133' }],
	['+447700900123', { country: 'GB' }],
	['+12025550131', { ported: expect.objectContaining({ ported: false }) }],
])('section 2.6: the record of %s has %j', async (number, part) => {
	expect((await get(`/intelligence/${inPath(number)}`)).data.data).toMatchObject(part);
	expect(simulator().lookups).toMatchObject([{ account: 'demo', record: { number } }]);
});

test.each([
	[0, 'low'],
	[riskLevelBelow.low, 'medium'],
	[riskLevelBelow.medium, 'high'],
	[riskLevelBelow.high, 'very_high'],
	[0.99, 'very_high'],
])('section 2.7: the score %d has the level %s', (score, level) => {
	expect(riskLevel(score)).toBe(level);
});

import { riskLevelBelow } from '../../nodes/shared/contract/contract';
import { riskLevel } from '../../simulator/lookup-records';

test.each([
	[0, 'low'],
	[riskLevelBelow.low, 'medium'],
	[riskLevelBelow.medium, 'high'],
	[riskLevelBelow.high, 'very_high'],
	[0.99, 'very_high'],
])('section 2.7: the score %d has the level %s', (score, level) => {
	expect(riskLevel(score)).toBe(level);
});

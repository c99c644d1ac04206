import { outcomeOf, type Outcome, type Scenario } from '../../bench/rates/shared-rate';

const seeds = 5;

async function outcomes(scenario: Scenario): Promise<Outcome[]> {
	const all: Outcome[] = [];
	for (let seed = 1; seed <= seeds; seed += 1) all.push(await outcomeOf(scenario, seed));
	return all;
}

function mean(values: number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('processes that share an account and learn of each other by refusals (429) alone, simulated', () => {
	const messages = { what: 'messages', numbers: 5, retryAfter: true, hopeless: 0 } as const;
	const lookups = { what: 'lookups', numbers: 1, retryAfter: true, hopeless: 0 } as const;

	test.each([
		[2, 150],
		[3, 100],
		[4, 75],
	])(
		'%i processes, %i messages each over five numbers: none lost, 0.3 refusals a message, 1.2 of the time of one',
		async (processes, requests) => {
			const all = await outcomes({ ...messages, processes, requests });
			expect(all.map(({ lost }) => lost)).toEqual(all.map(() => 0));
			expect(mean(all.map(({ refusals }) => refusals))).toBeLessThanOrEqual(0.3);
			expect(mean(all.map(({ overIdeal }) => overIdeal))).toBeLessThanOrEqual(1.2);
		},
	);

	test.each([
		[2, true, 1.1],
		[5, true, Infinity],
		[5, false, Infinity],
	])(
		'%i processes, 24 lookups each (Retry-After: %s): all answered, in %d of the ideal time',
		async (processes, retryAfter, most) => {
			for (const { lost, overIdeal } of await outcomes({ ...lookups, processes, requests: 24, retryAfter })) {
				expect(lost).toBe(0);
				expect(overIdeal).toBeLessThanOrEqual(most);
			}
		},
	);

	test('a message that is refused by itself costs the 299 others of its number less than a tenth of their time', async () => {
		const one = { ...messages, numbers: 1, processes: 1, requests: 300, hopeless: 1 };
		for (const { lost, overIdeal } of await outcomes(one)) {
			expect(lost).toBe(0);
			expect(overIdeal).toBeLessThan(1.1);
		}
	});
});

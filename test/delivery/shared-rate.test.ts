import { outcomeOf, type Outcome, type Scenario } from '../support/shared-rate';

/** What becomes of processes that share an account and learn of each other by refusals (429) alone, simulated five times. */
async function outcomes(scenario: Scenario) {
	const all: Outcome[] = [];
	for (let seed = 1; seed <= 5; seed += 1) all.push(await outcomeOf(scenario, seed));
	const mean = (values: number[]) => values.reduce((sum, value) => sum + value) / values.length;
	return {
		lost: Math.max(...all.map(({ lost }) => lost)),
		refusals: mean(all.map(({ refusals }) => refusals)),
		overIdeal: mean(all.map(({ overIdeal }) => overIdeal)),
	};
}

test.each([
	[2, 150],
	[4, 75],
])(
	'%i processes, %i messages each over five numbers: none lost, 0.3 refusals a message, 1.2 of the time of one',
	async (processes, requests) => {
		const scenario = { what: 'messages', numbers: 5, retryAfter: true, processes, requests } as const;
		const { lost, refusals, overIdeal } = await outcomes(scenario);
		expect(lost).toBe(0);
		expect(refusals).toBeLessThanOrEqual(0.3);
		expect(overIdeal).toBeLessThanOrEqual(1.2);
	},
);

test.each([
	[2, true],
	[5, false],
])('%i processes, 24 lookups each (Retry-After: %s): all are answered', async (processes, retryAfter) => {
	const scenario = { what: 'lookups', numbers: 1, requests: 24, processes, retryAfter } as const;
	expect(await outcomes(scenario)).toMatchObject({ lost: 0 });
});

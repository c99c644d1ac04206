/** The options that have one value for a run, also where those of its first item cannot be read. */
import type { IDataObject } from 'n8n-workflow';

import { startRun, type CampaignRun } from '../support/campaign';
import { simulator, useSimulator } from '../support/simulated';

useSimulator();
beforeEach(() => simulator().set({ sendRate: false }));

const [first, second, third] = ['+12025550160', '+12025550161', '+12025550162'];

async function json(items: IDataObject[], parameters: CampaignRun): Promise<IDataObject[]> {
	const { finished } = await startRun(items, parameters);
	return finished?.json() ?? [];
}

test.each([1, '={{ $json.atOnce }}'])('Requests at Once %p: one is under way', async (requestsAtOnce) => {
	simulator().set({ latencyMs: 100 });
	const parameters = { options: { requestsAtOnce, sendAgain: '={{ $json.again }}' } };
	const items = [second, third].map((to) => ({ to, atOnce: 1, again: false }));
	await json([{ to: first }, ...items], parameters);
	const [one, other] = simulator().requests.map(({ at }) => Number(at));
	expect(Number(other) - Number(one)).toBeGreaterThanOrEqual(95);
});

test('where the options of no item can be read, nothing is sent', async () => {
	const failed = await json([{ to: first }, { to: second }], {
		options: { requestsAtOnce: '={{ $json.atOnce }}' },
	});
	expect(failed.map(({ reason }) => reason)).toEqual(
		Array(2).fill(expect.stringContaining('The option Requests at Once is an expression that has no value')),
	);
	expect(simulator().requests).toEqual([]);
});

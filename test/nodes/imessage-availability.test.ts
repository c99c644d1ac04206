import { useFastTime } from '../support/clock';
import { recipient } from '../support/operations';
import { runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();
useFastTime();

const check = { operation: 'checkImessageAvailability', address: recipient };

describe('Check iMessage Availability (public material)', () => {
	test.each([
		[recipient, true],
		['+12025550110', false],
		['ada@example.com', true],
	])('%s: %s', async (to, available) => {
		const finished = await runNode('phoneServiceMessaging', { ...check, address: to });
		expect(finished.json()).toEqual([{ to, available }]);
		expect(simulator().requests.at(-1)?.path).toBe(
			`/conversations/availability/imessage/${encodeURIComponent(to)}`,
		);
	});

	test.each(['', 'x', 'a@b', '(202) 555-0110'])('%j is refused before anything is sent', async (to) => {
		const finished = await runNode('phoneServiceMessaging', {
			...check,
			address: `={{ ${JSON.stringify(to)} }}`,
		});
		expect(finished.error?.message).toMatch(/^Phone Number or Email /);
		expect(simulator().requests).toEqual([]);
	});

	test('an address that comes up several times in a run is checked once', async () => {
		const items = [{ to: recipient }, { to: '+12025550110' }, { to: recipient }];
		const finished = await runNode(
			'phoneServiceMessaging',
			{ ...check, address: '={{ $json.to }}' },
			{ items },
		);
		expect(simulator().requests).toHaveLength(2);
		expect(finished.json()).toEqual([
			{ to: recipient, available: true },
			{ to: '+12025550110', available: false },
			{ to: recipient, available: true },
		]);
	});

	test('a provider that does not offer it: the error says so', async () => {
		simulator().set({ publicMaterial: false });
		const { error } = await runNode('phoneServiceMessaging', check);
		expect(error?.message).toMatch(/404/);
		expect(error?.description).toMatch(/It does not offer Check iMessage Availability/);
	});

	test('options that were chosen for a send count for nothing', async () => {
		const options = { dryRun: true, idempotencyKey: '={{ $json.nope }}' };
		const finished = await runNode('phoneServiceMessaging', { ...check, options });
		expect(finished.json()).toEqual([{ to: recipient, available: true }]);
		expect(simulator().requests).toHaveLength(1);
	});
});

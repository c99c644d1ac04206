import type { IDataObject } from 'n8n-workflow';

import { startRun } from '../support/campaign';
import { runNode, send, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });

const wrong = 'wrong';

function recipients(count: number, ...bad: number[]): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({
		to: bad.includes(index) ? wrong : `+120255501${60 + index}`,
	}));
}

describe('a word about the run above the output', () => {
	test('with On Error Continue it says in one line how many were accepted, and which were not', async () => {
		const finished = await send(recipients(20, 3, 5, 8, 13));
		expect(finished.hints()).toEqual(['16 accepted, 4 failed (wrong, wrong, wrong, wrong).']);
		const more = await send(recipients(20, 2, 3, 5, 8, 13, 14, 15));
		expect(more.hints()).toEqual([expect.stringMatching(/, 7 failed \((wrong, ){4}wrong and 2 more\)\.$/)]);
	});

	test('who failed is not mixed up with those of whom nobody knows', async () => {
		const items = ['+12025550160', wrong, '+12025550145'].map((to) => ({ to }));
		expect((await send(items)).hints()).toEqual(['1 accepted, 1 unknown (+12025550145), 1 failed (wrong).']);
		const stopped = await send(items, {}, {});
		expect(stopped.error?.message).toBe('1 of 3 not sent, 1 unknown, 1 accepted');
	});

	test('of reads and changes it says how many were answered or done', async () => {
		const settings = { onError: 'continueRegularOutput' as const };
		const items = [{ to: '+12025550160' }, { to: wrong }];
		const read = { operation: 'checkFaceTimeAvailability', to: '={{ $json.to }}' };
		const change = { operation: 'disableCallForwarding', number: '={{ $json.to }}' };
		const answered = await runNode('phoneServiceFaceTime', read, { items, settings });
		expect(answered.hints()).toEqual(['1 answered, 1 failed (wrong).']);
		const numbers = [{ to: '+14155550100' }, { to: wrong }];
		const done = await runNode('phoneServiceNumbers', change, { items: numbers, settings });
		expect(done.hints()).toEqual(['1 done, 1 failed (wrong).']);
	});
});

describe('with On Error Stop, the error tells of all items', () => {
	test('how many were not sent, a line for each, what to do, and what running again does', async () => {
		const { error } = await send(recipients(20, 3, 5, 8), {}, {});
		const reason = 'To is not an E.164 phone number: "wrong".';
		expect(error?.message).toBe('3 of 20 not sent, 17 accepted');
		expect(error?.description?.split('\n')).toEqual([
			...[3, 5, 8].map((index) => `wrong (item ${index}): ${reason}`),
			'Give the plus sign, the country code and the number, and nothing else, e.g. +12025550123. Retry in the executions list, or a manual run today or tomorrow, sends only what is missing.',
		]);
		expect(error?.context).not.toHaveProperty('itemIndex');
		const { error: most } = await send(recipients(20, ...Array(12).keys()), {}, {});
		expect(most?.description?.split('\n').slice(-2)[0]).toBe('And 2 more.');
	});

	test('in a sub-workflow nothing is said of running again, because n8n does not tell it of a Retry', async () => {
		const settings = { onError: 'stopWorkflow' as const };
		const { finished } = await startRun(recipients(3, 1), { mode: 'integrated', settings });
		expect(finished?.error?.description).toMatch(/\nGive the plus sign, .*\+12025550123\.$/);
	});
});

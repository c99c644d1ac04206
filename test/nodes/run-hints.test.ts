import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { hintsOnTexts } from '../../nodes/shared/items/odd-texts';
import { startRun } from '../support/campaign';
import { soon } from '../support/clock';
import { runNode, send, simulator, useSimulator } from '../support/simulated';

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
		const reason = 'To is not a phone number: "wrong".';
		const advice =
			'Give the plus sign, the country code and the number, and nothing else, e.g. +12025550123.';
		expect(error?.message).toBe('3 of 20 not sent, 17 accepted');
		expect(error?.description?.split('\n')).toEqual([
			...[4, 6, 9].map((row) => `Row ${row}: ${reason} ${advice}`),
			'Retry in the executions list, or a manual run today or tomorrow, sends only what is missing.',
		]);
		expect(error?.context).not.toHaveProperty('itemIndex');
		const { error: most } = await send(recipients(20, ...Array(12).keys()), {}, {});
		expect(most?.description?.split('\n').slice(-2)[0]).toBe('And 2 more.');
	});

	test('in a sub-workflow nothing is said of running again, because n8n does not tell it of a Retry', async () => {
		const settings = { onError: 'stopWorkflow' as const };
		const { finished } = await startRun(recipients(3, 1), { mode: 'integrated', settings });
		expect(finished?.error?.description).toMatch(/^Row 2: .* Give the plus sign, .*\+12025550123\.$/);
	});
});

test('rows that fail for different reasons have each its own advice, and each number once', async () => {
	simulator().fault({ kind: 'status', status: 403, match: { recipient: '+12025550162' } });
	const items = [...recipients(3), { to: '202 555 0163' }, {}];
	const lines = (await send(items, {}, {})).error?.description?.split('\n') ?? [];
	expect(lines[0]).toMatch(
		/^Row 3 \(\+12025550162\): The service does not permit this .*\. Possible causes: /,
	);
	expect(lines[1]).toMatch(/^Row 4: To .*"202 555 0163"\. Did you mean \+1 202 555 0163\? /);
	expect(lines[2]).toMatch(/^Row 5: To has an expression without a value: .*\. Check the names/);
	expect(lines).toHaveLength(4);
});

describe('equal rows of a list', () => {
	const equal = ['+1 (202) 555-0160', '+12025550160', 'ada@example.com', 'Ada@Example.com', '+12025550161'];
	const items = equal.map((to) => ({ to }));
	const hint =
		'2 rows have the recipient and the text of another one, and each is sent. Where that is no purpose, add the option Campaign: it sends one of them.';

	test.each([{}, { dryRun: true }])('are told, whatever their spelling: %j', async (options) => {
		const finished = await send(items, { options: { messagesPerSecond: 0, ...options } });
		expect(finished.hints()).toContain(hint);
	});

	test.each<[string, IDataObject[], INodeParameters]>([
		['with a Campaign, which sends one of them', items, { options: { campaign: 'spring' } }],
		['of which the texts differ', items, { message: '={{ "Hello " + $itemIndex }}' }],
		['of which there is none', recipients(3), {}],
	])('are not told %s', async (_, rows, parameters) => {
		expect((await send(rows, parameters)).hints().join()).not.toContain('of another one');
	});
});

test.each(['1', String.raw`\n`])('a long text of %j is looked through in no time', async (piece) => {
	const text = `:${piece.repeat(20_000)}`;
	await soon(300, () => hintsOnTexts([{ text, columns: [] }]));
});

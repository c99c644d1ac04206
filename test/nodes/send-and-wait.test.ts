import type { INodeParameters } from 'n8n-workflow';

import { useShortWaits } from '../support/clock';
import { asked, choice, person } from '../support/asked';
import { waiting } from '../support/engine';
import { leased, simulator, useSimulator } from '../support/simulated';

useSimulator();
useShortWaits();

describe('sending the question', () => {
	test.each([
		['imessage', 'sendImessage', 'ada@example.com', leased.imessage],
		['text', 'sendText', person, leased.sms],
		['whatsapp', 'sendWhatsapp', person, leased.whatsapp],
	])('over %s: the text, then one signed link; the execution waits', async (channel, operation, to, from) => {
		const { finished } = await asked({ channel, to, from });
		expect(finished.isWaiting).toBe(true);
		expect(finished.json('Good')).toEqual([]);
		expect(simulator().requests).toMatchObject([{ operationId: operation, body: { to, from } }]);
		expect(simulator().outbox[0]?.message).toMatch(
			/^Deploy <b>now<\/b>\?\n\nhttp:\/\/127\.0\.0\.1\/webhook-waiting\/\d+\/Node\?run=0&signature=[0-9a-f]{64}$/,
		);
	});

	test.each([
		['http://127.0.0.1:5678/webhook-waiting', true],
		['http://localhost:5678/webhook-waiting', true],
		['http://192.168.1.5/webhook-waiting', true],
		['http://n8n:5678/webhook-waiting', true],
		['https://nas.local/webhook-waiting', true],
		['https://n8n.example.com/webhook-waiting', false],
		['https://8.8.8.8/webhook-waiting', false],
	])('n8n at %s: a hint that the link opens only here: %s', async (url, isHinted) => {
		const usual = waiting.url;
		waiting.url = url;
		try {
			const { finished } = await asked();
			const hint = `The link begins with ${new URL(url).origin}, which opens only here.`;
			expect(finished.hints().filter((one) => one.startsWith(hint))).toHaveLength(isHinted ? 1 : 0);
			expect(finished.isWaiting).toBe(true);
		} finally {
			waiting.url = usual;
		}
	});

	test('a question leaves without the half of an emoji that an expression has cut', async () => {
		const approvalOptions = { values: { approveLabel: '={{ "Yes 👍".slice(0, -1) }}' } };
		const options = { answerInChat: '={{ "TRUE" }}' };
		await asked({
			message: '={{ "Refund? 🎉".slice(0, -1) }}',
			approvalOptions,
			from: leased.imessage,
			options,
		});
		expect(simulator().outbox[0]?.message).toMatch(/^Refund\? ?\n\n.*"yes".*http/su);
		expect(String(simulator().outbox[0]?.message)).not.toMatch(/[\ufffd\p{Cs}]/u);
	});

	test.each([
		[{ limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'minutes' }, 120_000],
		[{ limitType: 'afterTimeInterval', resumeAmount: 1.5, resumeUnit: 'hours' }, 5_400_000],
		[{ limitType: 'afterTimeInterval', resumeAmount: 3, resumeUnit: 'days' }, 259_200_000],
	])('waits as long as the limit says: %j', async (values, ms) => {
		const before = Date.now();
		const { finished } = await asked({ options: { limitWaitTime: { values } } });
		const till = finished.run.waitTill?.getTime() ?? 0;
		expect(till).toBeGreaterThanOrEqual(before + ms);
		expect(till).toBeLessThanOrEqual(Date.now() + ms);
	});

	test.each<[string, INodeParameters, string]>([
		['without a limit, for ever', {}, '3000-01-01T00:00:00.000Z'],
		[
			'until the time that the limit names',
			{ limitWaitTime: { values: { limitType: 'atSpecifiedTime', maxDateAndTime: '2999-01-01T00:00Z' } } },
			'2999-01-01T00:00:00.000Z',
		],
		[
			"until the time that the limit names by the workflow's clock",
			{ limitWaitTime: { values: { limitType: 'atSpecifiedTime', maxDateAndTime: '2999-01-01T00:00:00' } } },
			'2999-01-01T05:00:00.000Z',
		],
	])('waits %s', async (_, options, till) => {
		expect((await asked({ options })).finished.run.waitTill?.toISOString()).toBe(till);
	});

	test('of several items only the first one asks, and one item comes of the answer', async () => {
		const items = [{ to: person }, { to: '+12025550198' }];
		const { finished, answered } = await asked({ to: '={{ $json.to }}' }, { items });
		expect(simulator().outbox).toMatchObject([{ to: person }]);
		expect(finished.isWaiting).toBe(true);
		expect(finished.hints()).toContain(
			'Only the first of 2 items asks its question. To ask all of them, use a Loop Over Items node.',
		);
		expect((await answered({ decision: 'approve' }))[0]).toHaveLength(1);
	});

	test('a dry run shows the request, sends nothing and does not wait', async () => {
		const { finished } = await asked({ options: { dryRun: true } });
		expect(finished.hints().join()).not.toContain('Only the first');
		expect(finished.run.status).toBe('success');
		expect(finished.json('Good')).toMatchObject([
			{
				to: person,
				status: 'checked',
				details: { request: { body: { to: person, message: expect.stringContaining('Deploy') } } },
			},
		]);
		expect(simulator().requests).toEqual([]);
	});
});

describe('what cannot be asked is an error, and nothing is sent', () => {
	const labels = (approveLabel: string, disapproveLabel: string): INodeParameters => ({
		approvalOptions: { values: { approveLabel, disapproveLabel } },
	});
	const until = (maxDateAndTime: string) => limit({ limitType: 'atSpecifiedTime', maxDateAndTime });
	const limit = (values: INodeParameters): INodeParameters => ({ options: { limitWaitTime: { values } } });

	test.each<[RegExp, INodeParameters]>([
		[/The question has no text/, { message: ' ' }],
		[/not possible over "fax"/, { channel: 'fax' }],
		[/To is not a phone number|To has no country code/, { to: '555' }],
		[/"customForm"/, { responseType: 'customForm' }],
		[/^Choices needs two to nine labels, and has 0/, choice(' ')],
		[/^Choices needs two to nine labels, and has 1/, choice('Confirm, Move, Call off')],
		[/^Choices needs two to nine labels, and has 10/, choice(...'abcdefghij')],
		[/^"Small" stands for two of the choices/, choice('Small', 'Large', 'small!')],
		[/^A label in Choices is "–", which has no letter, digit or emoji/, choice('Small', '–')],
		[/^Neither numbers nor letters tell the labels apart/, choice('Plan B, 2 rooms', 'Plan A, 1 room')],
		[/^"ok" stands for both buttons/, { options: { wordsForYes: 'ok', wordsForNo: 'nope, OK!' } }],
		[/^"Go" stands for both buttons/, labels('Go', 'go')],
		[/^"Go" stands for both buttons/, { ...labels('Go', 'No'), options: { wordsForNo: '“go”' } }],
		[/^Approve Button Label is "!", which has no letter, digit or emoji/, labels('!', 'No')],
		[/^Decline Button Label is "🏽", which has no letter/, labels('Yes', '🏽')],
		[/^The option Words for Yes is "\.", which has no letter/, { options: { wordsForYes: 'ja, .' } }],
		[/^The option Words for No is "\?", which has no letter/, { options: { wordsForNo: '?' } }],
		[/Limit Wait Time is over already/, until('2020-01-01')],
		[/Limit Wait Time is not a time/, until('soon')],
		[/Limit Wait Time is over already/, limit({ limitType: 'afterTimeInterval', resumeAmount: 0 })],
	])('%s', async (message, parameters) => {
		const { finished } = await asked(parameters);
		expect(finished.error?.message).toMatch(message);
		expect(finished.run.status).toBe('error');
		expect(simulator().requests).toEqual([]);
	});
});

test('Retry On Fail does not ask twice where the item has a field error', async () => {
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const { finished, answered } = await asked({}, { items: [{ error: 'The payment failed' }], settings });
	expect(simulator().outbox).toHaveLength(1);
	expect(finished.isWaiting).toBe(true);
	const [rows] = await answered({ decision: 'approve' });
	expect(rows).toMatchObject([{ data: { approved: true } }]);
});

describe('a question that was not sent, or perhaps not, waits for nobody', () => {
	const unknown = '+12025550145';

	test('refused: an error', async () => {
		simulator().fault({ kind: 'status', status: 403, times: 1 });
		const { finished } = await asked();
		expect(finished.run.status).toBe('error');
		expect(finished.run.waitTill).toBeUndefined();
	});

	test('unknown: an error, an item with it where the workflow goes on', async () => {
		const { finished: ended } = await asked({ to: unknown });
		expect(ended.run.status).toBe('error');
		expect(ended.error?.description).toMatch(
			/may or may not have been sent. Retry in the executions list asks/,
		);
		const { finished } = await asked({ to: unknown }, { settings: { onError: 'continueRegularOutput' } });
		expect(finished.run.status).toBe('success');
		expect(finished.json('Good')).toMatchObject([{ details: { outcome: 'unknown' } }]);
	});

	test('Retry On Fail does not ask again what may have been asked', async () => {
		const { finished } = await asked(
			{ to: unknown },
			{ settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
		);
		expect(finished.error?.message).toMatch(/may have sent this message already/);
		expect(simulator().outbox).toHaveLength(1);
	});
});

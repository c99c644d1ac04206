/** When a message was accepted that an earlier run sent: docs/delivery.md, "What was sent earlier". */
import { sendImessage } from '../../nodes/Messaging/messaging.operations';
import type { Subject } from '../../nodes/shared/record/message';
import { outputItems } from '../../nodes/shared/telling/output-items';
import { useFakeClock } from '../support/clock';
import { accepted, newProcess, type TestedRun } from '../support/new-process';
import { processedData, rowsIn } from '../support/processed-data';

useFakeClock();

const person = '+12025550160';
const noon = Date.parse('2026-11-20T12:00:00Z');
const hourMs = 3_600_000;

/** Has one run send a message, and says at a later time what another one finds. */
async function found(first: TestedRun, later: TestedRun, afterMs: number, subject: Partial<Subject> = {}) {
	const { run } = newProcess();
	const rows = rowsIn(processedData);
	const answer = { ...accepted, envelope: { ...accepted.envelope, timestamp: noon } };
	jest.setSystemTime(noon);
	const before = run({ rows, items: [1, 2], timeZone: 'Asia/Tokyo', ...first });
	const message = before.next(person, subject);
	await before.record.claim(message);
	await before.record.settle(message, answer);
	jest.setSystemTime(noon + afterMs);
	const next = run({ rows, items: [1, 2], timeZone: 'Asia/Tokyo', ...later });
	const again = next.next(person, subject);
	return (await next.record.find(again)) ?? (await next.record.claim(again));
}

const manual = { mode: 'manual', establishedAt: noon } as const;
const webhook = { identity: 'one', establishedAt: noon - hourMs };
const retry = { ...webhook, mode: 'retry' } as const;
const other = { identity: 'two' };
const memory = {};

test.each<[string, TestedRun, TestedRun, number, string | undefined, Partial<Subject>?]>([
	['a manual list knows the day', manual, manual, hourMs, 'Accepted today'],
	['a day begins at midnight there', manual, manual, 3 * hourMs, 'Accepted yesterday'],
	[
		'a Retry knows when its execution began',
		webhook,
		retry,
		8 * hourMs,
		'Accepted since the execution began yesterday at 20:00',
	],
	[
		'a Retry knows the day of a manual list',
		manual,
		{ ...retry, ...other },
		75 * hourMs,
		'Accepted on 2026-11-20',
	],
	[
		'with the answer of an earlier try, the time',
		{ ...webhook, memory },
		{ ...retry, memory },
		0,
		'Accepted today at 21:00',
	],
	[
		'a Retry whose n8n does not say when its execution began does not know it',
		{ ...webhook, establishedAt: 0 },
		{ ...retry, establishedAt: 0 },
		hourMs,
		undefined,
	],
	['a campaign does not know it', webhook, other, hourMs, undefined, { campaign: 'spring' }],
	['a key does not know it', webhook, other, hourMs, undefined, { key: 'order 1' }],
])('%s', async (_, first, later, afterMs, reason, subject = {}) => {
	expect(await found(first as never, later as never, afterMs, subject)).toMatchObject({
		is: 'alreadySent',
		reason,
	});
});

test.each([
	['Accepted today', { status: 'accepted', reason: 'Accepted today', already_sent: true }],
	[undefined, { already_sent: true }],
])('a tool tells its model of an earlier message: %s', (reason, told) => {
	const state = { status: 'accepted' as const, isAlreadySent: true, isMissing: false, isDryRun: false };
	const rows = [{ ...state, reason, answer: { already_sent: true } }];
	const run = { isTool: true, items: [{ json: {} }] };
	expect(outputItems(run as never, sendImessage, rows, {} as never)[0]?.json).toEqual(told);
});

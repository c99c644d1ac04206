/** What leaves a send: a row for each one that came in, whatever became of it. */
import { useShortWaits } from '../support/clock';
import { occurrences } from '../support/occurrences';
import { leased, send, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });
useShortWaits();

const processedThen500: Record<number, string> = { 5: '+12025550145', 20: '+12025550146' };

/** 30 people of a list: four with a wrong number, two of whom nobody knows whether they got the message. */
const list = Array.from({ length: 30 }, (_, index) => {
	const own = index % 8 === 3 ? '555' : `+120255501${60 + index}`;
	return { name: `Person ${index}`, number: processedThen500[index] ?? own };
});

test('30 rows, four that fail, two unknown and three for a later run: every row has the same fields, a failed one details', async () => {
	const options = { campaign: 'spring', maxPerNumber: 23, messagesPerSecond: 0 };
	const rows = (await send(list, { to: '={{ $json.number }}', options })).json();
	expect(rows).toHaveLength(30);
	const names = ['status', 'reason', 'name', 'number', 'from', 'message_id', 'send_after'];
	for (const [index, row] of rows.entries()) {
		const isBad = /failed|unknown/.test(String(row.status));
		expect(Object.keys(row)).toEqual(isBad ? [...names, 'details'] : names);
		expect(row).toMatchObject({
			...list[index],
			reason: row.status === 'accepted' ? null : expect.stringMatching(/\w/),
		});
	}
	expect(occurrences(rows.map(({ status }) => String(status)))).toEqual({
		accepted: 21,
		failed: 4,
		unknown: 2,
		deferred: 3,
	});
});

test('a failed row keeps its fields and says what is wrong', async () => {
	const items = [{ name: 'Ada', to: 'wrong' }, { to: '+12025550160' }];
	expect((await send(items)).json()[0]).toEqual({
		name: 'Ada',
		to: 'wrong',
		status: 'failed',
		from: null,
		message_id: null,
		reason: 'To is not a phone number: "wrong"',
		details: expect.objectContaining({ outcome: 'notSent', description: expect.any(String) }),
	});
});

test('a row that was sent earlier has no message_id where nobody knows it, whatever its item has', async () => {
	const options = { idempotencyKey: '={{ $json.to }}' };
	const person = { to: '+12025550160' };
	const [sent] = (await send([person], { options })).json();
	const rows = (await send([sent ?? {}, person, { to: '+12025550161' }], { options })).json();
	for (const row of rows.slice(0, 2)) {
		expect(row).toMatchObject({ already_sent: true });
		expect(row).not.toHaveProperty('message_id');
	}
	expect(rows[2]).toMatchObject({ already_sent: null, message_id: expect.stringMatching(/^imsg_/) });
	const [answer] = (await send([{ ...person, message_id: 'of the event' }], { options })).json();
	expect(answer).toMatchObject({ already_sent: true, message_id: 'of the event' });
	expect(answer).not.toHaveProperty('sent_message_id');
	expect(simulator().outbox).toHaveLength(2);
});

test('a row says to whom where no column of the list does', async () => {
	const people = ['+1 (202) 555-0160', '+12025550161'].map((phone) => ({ name: 'Ada', phone }));
	const rows = (await send(people, { to: '={{ $json.phone }}' })).json();
	expect(rows).toMatchObject(['+12025550160', '+12025550161'].map((to) => ({ to })));
	expect(Object.keys(rows[0] ?? {})).toEqual(['status', 'name', 'phone', 'to', 'from', 'message_id']);
});

test('fields that are left from an earlier send of the same row do not stay', async () => {
	const row = { name: 'Ada', to: '+12025550160', status: 'failed', reason: 'Busy', from: 'x', details: {} };
	const [sent] = (await send([row], { from: '' })).json();
	expect(sent).toMatchObject({ name: 'Ada', status: 'accepted', reason: null });
	expect(sent).not.toHaveProperty('from');
	const [resent] = (await send([{ ...sent, to: '1' }])).json();
	expect(resent).toMatchObject({ name: 'Ada', status: 'failed' });
	expect(resent).not.toHaveProperty('message_id');
});

const checked = {
	status: 'checked',
	from: leased.imessage,
	message: 'Hello',
};

test('a dry run of one item shows the exact request', async () => {
	const to = '+12025550160';
	const from = [leased.imessage, leased.imessageToo].join(',');
	const row = (await send([{ name: 'Ada', to }], { from, options: { dryRun: true } })).json();
	const body = { to, message: 'Hello', from: expect.stringMatching(/^\+1/) };
	const request = { method: 'POST', url: `${simulator().url}/send/imessage`, body };
	const details = { outcome: 'notSent', request };
	expect(row).toEqual([{ name: 'Ada', to, ...checked, from: body.from, details }]);
});

test('a dry run of a list has one line a row: a column `message` of the list stays', async () => {
	const items = ['Lunch', 'Dinner'].map((message) => ({ message, to: '+12025550160' }));
	expect((await send(items, { options: { dryRun: true } })).json()).toEqual(
		items.map((item) => ({ ...checked, ...item, sent_message: 'Hello' })),
	);
});

describe('a dry run with one wrong row', () => {
	const options = { dryRun: true };
	const items = list.slice(0, 4);

	test('does not end the workflow: it shows what it has checked, and what is wrong', async () => {
		const finished = await send(items, { to: '={{ $json.number }}', options }, {});
		expect(finished.error).toBeUndefined();
		expect(finished.json()[0]).toEqual({ ...items[0], ...checked, reason: null });
		expect(finished.json().map(({ status }) => status)).toEqual(['checked', 'checked', 'checked', 'failed']);
		expect(finished.hints()).toEqual(['Dry run, nothing was sent: 3 to send, 1 failed (555).']);
		expect(simulator().requests).toEqual([]);
	});

	test('tells by the record what would be sent, and leaves no trace in it', async () => {
		const campaign = { campaign: 'spring' };
		simulator().fault({ kind: 'status', status: 500, match: { recipient: '+12025550161' }, times: 1 });
		const parameters = { to: '={{ $json.number }}' };
		await send(list.slice(0, 3), { ...parameters, options: campaign });
		const again = list.slice(0, 5);
		const plan = async () => await send(again, { ...parameters, options: { ...options, ...campaign } });
		const first = await plan();
		expect(first.hints()[0]).toMatch(
			/^Dry run, nothing was sent: 2 accepted earlier, 1 to send, 1 unknown \(\+12025550161\), 1 failed \(555\)\./,
		);
		const told = first.json().map(({ status, already_sent: isEarlier }) => isEarlier ?? status);
		expect(told).toEqual([true, 'unknown', true, 'failed', 'checked']);
		expect((await plan()).json()).toEqual(first.json());
		expect(simulator().outbox).toHaveLength(2);
		const sent = await send(again, { ...parameters, options: campaign });
		expect(sent.hints()[0]).toMatch(
			/^1 accepted now, 2 earlier, 1 unknown \(\+12025550161\), 1 failed \(555\)\./,
		);
		expect(simulator().outbox).toHaveLength(3);
	});

	test('with the error output the wrong row leaves by it', async () => {
		const settings = { onError: 'continueErrorOutput' as const };
		const finished = await send(items, { to: '={{ $json.number }}', options }, settings);
		expect(finished.json('Good')).toHaveLength(3);
		expect(finished.json('Bad')).toMatchObject([{ name: 'Person 3', number: '555', status: 'failed' }]);
	});

	test('where nothing could be checked, it ends with the error', async () => {
		const finished = await send([{ number: '555' }], { to: '={{ $json.number }}', options }, {});
		expect(finished.error?.message).toBe('To has no country code: "555"');
	});
});

test('markup of an item is none in messages, hints and rows', async () => {
	const to = '<a href="https://example.com/">click</a> `code`';
	const stopped = await send([{ to }, { to: '+12025550160' }], {}, {});
	const { message, description } = stopped.error ?? {};
	expect(message).toBe('1 of 2 not sent, 1 accepted');
	expect(description).toMatch(/To is not a phone number: "‹a href/);
	expect(`${message} ${description}`).not.toMatch(/[<>`]/);
	const went = await send([{ to }, { to: '+12025550160' }]);
	expect(went.hints().join()).not.toMatch(/[<>`]/);
	expect(went.json()[0]).toMatchObject({ to, reason: expect.not.stringMatching(/[<>`]/) });
});

test('a dry run of 30 is readable: what became of a message and its text stand in front', async () => {
	const wide = list.slice(0, 3).map((row) => ({ ...row, city: 'Rome', seat: 4, plan: 'A' }));
	const [row = {}] = (await send(wide, { to: '={{ $json.number }}', options: { dryRun: true } })).json();
	expect(Object.keys(row)).toEqual(['status', 'message', 'name', 'number', 'city', 'seat', 'plan', 'from']);
});

describe('a list keeps its columns (as behind a lookup)', () => {
	const own = {
		status: 'VIP',
		reason: 'birthday',
		from: 'Paris',
		to: 'Rome',
		details: 'two beds',
		message_id: 'mail-7',
		already_sent: 'no',
		send_after: 'noon',
		error: 'none',
	};
	const guests = ['+12025550160', '+12025550161', '555'].map((phone) => ({ phone, ...own }));
	const toPhone = { to: '={{ $json.phone }}' };

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'whatever they are called, in all rows and at both outputs: %s',
		async (onError) => {
			const finished = await send(guests, toPhone, { onError });
			const rows = [...finished.json('Good'), ...finished.json('Bad')];
			expect(rows).toMatchObject(guests.map((guest) => guest));
			expect(rows.map(({ sent_status: status }) => status)).toEqual(['accepted', 'accepted', 'failed']);
			expect(rows[2]).toMatchObject({ sent_reason: 'To has no country code: "555"', sent_details: {} });
			for (const row of rows) {
				expect(Object.keys(row)).toEqual(expect.arrayContaining(['sent_from', 'sent_message_id']));
			}
			expect(finished.hints().join()).toContain(
				'Your list keeps its status, reason, from, message_id and details. What became of the messages is in sent_status, ',
			);
		},
	);

	test.each(Object.entries(own))('%s: "%s"', async (name, value) => {
		const [row] = (await send([{ phone: '+12025550160', [name]: value }], toPhone)).json();
		expect(row).toMatchObject({ [name]: value });
	});

	test('one that is empty, or says the same, takes ours', async () => {
		const row = { to: '+1 (202) 555-0160', from: leased.imessage, status: '', reason: null, message_id: '' };
		const finished = await send([row]);
		expect(finished.json()).toMatchObject([
			{ to: '+12025550160', from: leased.imessage, status: 'accepted', reason: null },
		]);
		expect(finished.hints()).toEqual([]);
	});

	test.each([
		{ status: 'accepted', message_id: 'imsg_old' },
		{ status: 'failed', reason: 'Busy', details: { outcome: 'notSent' } },
		{ status: 'accepted' },
		{ status: '', reason: 'Outside hours', send_after: '2026-11-20T14:00:00.000Z' },
	])('what an earlier send left is brought up to date: %j', async (left) => {
		const finished = await send([
			{ to: '+12025550160', ...left },
			{ to: '+12025550161', status: '' },
		]);
		expect(finished.json()).toMatchObject(
			Array(2).fill({ status: 'accepted', message_id: expect.stringMatching(/^imsg_/) }),
		);
		expect(finished.json()[0]).not.toHaveProperty('details');
		expect(finished.hints()).toEqual([]);
	});

	test('of its own output a send makes the same columns again', async () => {
		const first = (await send(guests, toPhone)).json();
		const second = (await send(first, toPhone)).json();
		expect(second.map((row) => Object.keys(row).sort())).toEqual(first.map((row) => Object.keys(row).sort()));
		expect(second).toMatchObject(guests.map((guest) => guest));
	});
});

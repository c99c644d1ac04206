import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { useShortWaits } from '../support/clock';
import { asked, choice, lastLink, type LinkRequest } from '../support/asked';
import { useSimulator } from '../support/simulated';

useSimulator();
useShortWaits();

const respondedAt = expect.stringMatching(/^\d{4}-.*Z$/);
const onPage = { respondedAt, respondedIn: 'page' };

describe('the page', () => {
	test('opening it shows who asks and what, as text, and decides nothing', async () => {
		const { opened } = await asked();
		const { status, headers, page, goesOn } = await opened();
		expect(goesOn).toBeUndefined();
		expect(status).toBe(200);
		expect(page).toContain('<h1>n8n asks</h1>');
		expect(page).toContain('Deploy &lt;b&gt;now&lt;/b&gt;?');
		expect(page).toContain('<form method="post" enctype="multipart/form-data">');
		expect(page).not.toMatch(/<form[^>]* action/);
		const hash = (content = '') => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
		const [, style] = /<style>([^<]*)</.exec(page) ?? [];
		const [, script, ...others] = page.split(/<\/?script>/);
		expect(others).toHaveLength(1);
		expect(headers['Content-Security-Policy']).toContain(
			`default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; form-action 'self'; `,
		);
		expect(headers['Cache-Control']).toBe('no-store');
	});

	test.each([
		['Deploy **now**?', 'Deploy <strong>now</strong>?'],
		['**A <b>** or **B**', '<strong>A &lt;b&gt;</strong> or <strong>B</strong>'],
		['2 ** 3 ** 4', '2 ** 3 ** 4'],
		['**not\nclosed**', '**not\nclosed**'],
	])('has %j in bold as the message has it', async (message, shown) => {
		const { opened, answered } = await asked({ message });
		expect((await opened()).page).toContain(`<p class="text">${shown}</p>`);
		expect((await answered({ decision: 'approve' }))[1]).toContain(`<p class="text">${shown}</p>`);
	});

	test('names who asks as the option says', async () => {
		const { opened } = await asked({ options: { askedBy: 'The <warehouse>' } });
		expect((await opened()).page).toContain('<h1>The &lt;warehouse&gt; asks</h1>');
	});

	test('has the labels of the buttons, and no button to decline where only approving is offered', async () => {
		const labels = { approveLabel: 'Yes & go', disapproveLabel: 'No' };
		const both = await (await asked({ approvalOptions: { values: labels } })).opened();
		expect(both.page).toMatch(/value="approve">Yes &amp; go<[^]*value="decline">No</);
		const single = await asked({ approvalOptions: { values: { ...labels, approvalType: 'single' } } });
		const { page } = await single.opened();
		expect(page).toContain('Yes &amp; go');
		expect(page).not.toMatch(/decline|Reason/);
		expect((await single.opened({ form: { decision: 'decline' } })).goesOn).toBeUndefined();
	});

	test('the link of an earlier run of the node answers nothing', async () => {
		const { opened } = await asked();
		const link = lastLink().replace('run=0', 'run=1');
		for (const form of [undefined, { decision: 'approve' }]) {
			const { status, page, goesOn } = await opened({ link, form });
			expect([status, goesOn]).toEqual([409, undefined]);
			expect(page).toContain('No longer open');
		}
	});
});

describe('the answer', () => {
	const reason = 'Not <today>';

	test.each<[IDataObject, IDataObject, string]>([
		[{ decision: 'approve', 'field-0': '' }, { approved: true }, '<dd>Approve</dd>'],
		[
			{ decision: 'decline', 'field-0': reason },
			{ approved: false, reason, chatInput: reason },
			'Not &lt;today&gt;',
		],
		[{ decision: 'decline', 'field-0': ' ' }, { approved: false }, '<dd>Decline</dd>'],
	])('%j gives %j, with the reason as feedback for an agent, and is shown', async (form, data, shown) => {
		const { answered } = await asked({}, { items: [{ order: 1 }] });
		const [items, page] = await answered(form);
		expect(items).toEqual([{ data: { ...data, ...onPage } }]);
		expect(page).toContain(shown);
		expect(page.includes('<dt>Reason</dt>')).toBe('reason' in data);
	});

	test('free text', async () => {
		const { answered } = await asked({ responseType: 'freeText' });
		const [items] = await answered({ decision: 'send', 'field-0': 'On **Monday**\r\nat <nine>' });
		expect(items).toEqual([{ data: { text: 'On **Monday**\nat <nine>', ...onPage } }]);
	});

	test('a choice: a button for each label, and the label and its number come out', async () => {
		const { opened, answered } = await asked(choice('Confirm', 'Move & call', 'Call off'));
		const { page } = await opened();
		expect(page).toMatch(
			/value="1"[^>]*>Confirm<[^]*value="2"[^>]*>Move &amp; call<[^]*value="3"[^>]*>Call off</,
		);
		expect(page).not.toContain('<textarea');
		const [items, shown] = await answered({ decision: '2' });
		const data = { choice: 'Move & call', choice_number: 2, answered: true, ...onPage };
		expect(items).toEqual([{ data }]);
		expect(shown).toContain('<dd>Move &amp; call</dd>');
	});

	test.each<[string, IDataObject, IDataObject, RegExp]>([
		['no text', { responseType: 'freeText' }, { 'field-0': ' ' }, /Your answer is required/],
		['a long text', { responseType: 'freeText' }, { 'field-0': 'x'.repeat(20_001) }, /at most 10,000 char/],
		[
			'no text but an object',
			{ responseType: 'freeText' },
			{ 'field-0': { toString: 'x' } },
			/is not a text/,
		],
		[
			'a long reason',
			{},
			{ decision: 'decline', 'field-0': 'x'.repeat(10_001) },
			/Reason \(optional\) is too/,
		],
		['two reasons', {}, { decision: 'decline', 'field-0': ['a', 'b'] }, /Reason \(optional\) is not a text/],
		['no button of an approval', {}, { decision: 'send' }, /press one of the buttons/],
		['no button of a choice', choice('A', 'B') as IDataObject, { decision: '3' }, /press one of the buttons/],
	])('%s is refused, and it goes on waiting', async (_, parameters, form, fault) => {
		const { opened } = await asked(parameters as never);
		const { status, page, goesOn } = await opened({ form });
		expect([status, goesOn]).toEqual([400, undefined]);
		expect(page).toMatch(fault);
		expect(page.length).toBeLessThan(20_000);
	});

	test('a reason that was typed without a button stays on the page', async () => {
		const { opened } = await asked();
		expect((await opened({ form: { 'field-0': 'Too <late>' } })).page).toContain(
			'Too &lt;late&gt;</textarea>',
		);
	});

	test.each<[string, LinkRequest]>([
		['JSON', { body: { data: { decision: 'approve' } }, headers: { 'content-type': 'application/json' } }],
		[
			'a form of another type',
			{ body: { decision: 'approve' }, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
		],
		['text', { body: 'approve', headers: { 'content-type': 'text/plain' } }],
		['nothing', { method: 'POST' }],
	])('%s decides nothing', async (_, sent) => {
		const { opened } = await asked();
		const { status, goesOn } = await opened(sent);
		expect([status, goesOn]).toEqual([415, undefined]);
	});
});

test('when the time has run out, the input items go on and say that nobody answered', async () => {
	const items = [{ order: 1, data: { approved: true } }, { order: 2 }];
	const { finished, timeIsUp } = await asked({}, { items });
	const done = await timeIsUp();
	expect(done.run.status).toBe('success');
	expect(done.json('Good')).toEqual(items.map(({ order }) => ({ order, data: { answered: false } })));
	expect(finished.json('Items')).toEqual(items);
});

describe('a limit', () => {
	const limitWaitTime = {
		values: { limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'minutes' },
	};

	test('counts when it says, although n8n ends the wait up to a minute later', async () => {
		const { opened } = await asked({ options: { limitWaitTime } });
		const askedAt = Date.now();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(askedAt + 110_000);
		expect((await opened({ form: { decision: 'approve' } })).goesOn).toBeDefined();
		clock.mockReturnValue(askedAt + 121_000);
		for (const form of [undefined, { decision: 'approve' }]) {
			const { status, page, goesOn } = await opened({ form });
			expect([status, goesOn]).toEqual([410, undefined]);
			expect(page).toContain('The time to answer is over.');
		}
		clock.mockRestore();
	});
});

describe('a question that the first version stored', () => {
	const earlier = {
		askedBy: 'The shop',
		text: 'Deploy?',
		fields: [],
		buttons: [
			{ decision: 'approve', label: 'Go' },
			{ decision: 'decline', label: 'Stay' },
		],
		words: { approve: ['klar'], decline: [] },
	};

	test.each<[IDataObject, IDataObject, IDataObject]>([
		[
			{ responseType: 'approval' },
			{ decision: 'decline', 'field-0': 'Late' },
			{ approved: false, reason: 'Late' },
		],
		[
			{ responseType: 'freeText', buttons: [] },
			{ decision: 'send', 'field-0': 'Monday' },
			{ text: 'Monday' },
		],
	])('%j is answered as before', async (kind, form, data) => {
		const { stores, answered } = await asked();
		stores({ ...earlier, ...kind });
		expect((await answered(form))[0]).toMatchObject([{ data }]);
	});

	test.each([{ responseType: 'customForm' }, { responseType: 'approval', version: 3 }])(
		'%j: the page says that it cannot be answered, and it goes on waiting',
		async (kind) => {
			const { stores, opened } = await asked();
			stores({ ...earlier, ...kind });
			const { status, page, goesOn } = await opened({ form: { decision: 'approve', 'field-0': '' } });
			expect([status, goesOn]).toEqual([410, undefined]);
			expect(page).toContain('No longer open');
		},
	);
});

import { createHash } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { soon, useShortWaits } from '../support/clock';
import { asked, choice, customForm, lastLink, type LinkRequest } from '../support/asked';
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
	});

	test('free text', async () => {
		const { answered } = await asked({ responseType: 'freeText' });
		const [items] = await answered({ decision: 'send', 'field-0': 'On **Monday**\r\nat <nine>' });
		expect(items).toEqual([{ data: { text: 'On **Monday**\nat <nine>', ...onPage } }]);
	});

	const form: INodeParameters[] = [
		choice('Size', 'dropdown', 'S', 'L'),
		choice('Pay', 'radio', 'now', 'later'),
		choice('With', 'checkbox', 'tea', 'milk'),
		{ fieldLabel: 'Count', fieldType: 'number', requiredField: true },
		{ fieldLabel: 'Day', fieldType: 'date' },
		{ fieldLabel: 'Email', fieldType: 'email' },
		{ fieldLabel: 'constructor', fieldType: 'text' },
		{ fieldLabel: 'Word', fieldType: 'password' },
		{ fieldLabel: 'Note', fieldType: 'textarea', defaultValue: 'as <usual>' },
	];
	const custom = customForm(...form);
	const filled = {
		decision: 'send',
		'field-0': 'L',
		'field-1': 'now',
		'field-2': ['tea', 'milk'],
		'field-3': '2.5',
		'field-4': '2026-11-22',
		'field-5': 'ada@example.com',
		'field-6': 'mine',
		'field-7': 'secret',
		'field-8': 'text',
	};

	test('a form', async () => {
		const { opened, answered } = await asked(custom);
		expect((await opened()).page).toContain('as &lt;usual&gt;');
		const [items, page] = await answered(filled);
		expect(Object.entries(items[0]?.data as object)).toEqual([
			['Size', 'L'],
			['Pay', 'now'],
			['With', ['tea', 'milk']],
			['Count', 2.5],
			['Day', '2026-11-22'],
			['Email', 'ada@example.com'],
			['constructor', 'mine'],
			['Word', 'secret'],
			['Note', 'text'],
			['respondedAt', respondedAt],
			['respondedIn', 'page'],
		]);
		expect(page).not.toContain('secret');
	});

	test.each([
		['field-0', 'XL', /Size is not one of the choices/],
		['field-1', ['now', 'later'], /Pay was given more than once/],
		['field-2', ['coffee'], /With is not one of the choices/],
		['field-3', '', /Count is required/],
		['field-3', 'many', /Count is not a number/],
		['field-3', '0x10', /Count is not a number/],
		['field-3', '1e999', /Count is not a number/],
		['field-4', '2026-02-30', /Day is not a date/],
		['field-5', 'ada', /Email is not an email address/],
		['field-8', 'x'.repeat(20_001), /Note is too long: at most 10,000 characters/],
		['field-8', { toString: 'x' }, /Note is not a text/],
		['decision', 'approve', /press one of the buttons/],
	])('%s of %j is refused, what was typed stays, and it goes on waiting', async (name, value, fault) => {
		const { opened } = await asked(custom);
		const { status, page, goesOn } = await opened({ form: { ...filled, [name]: value } as IDataObject });
		expect([status, goesOn]).toEqual([400, undefined]);
		expect(page).toMatch(fault);
		expect(page.length).toBeLessThan(20_000);
		expect(page).not.toContain('secret');
		if (name !== 'field-4') expect(page).toContain('2026-11-22');
	});

	test('long texts in fields for email addresses are refused at once', async () => {
		const emails = Array.from({ length: 20 }, (_, index) => ({
			fieldLabel: `Email ${index}`,
			fieldType: 'email',
		}));
		const { opened } = await asked(customForm(...emails));
		const sent = Object.fromEntries(emails.map((_, index) => [`field-${index}`, `a@${'.'.repeat(9_990)}@`]));
		const { page } = await soon(1_000, async () => await opened({ form: { decision: 'send', ...sent } }));
		expect(page).toContain('Email 19 is not an email address');
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

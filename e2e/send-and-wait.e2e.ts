import type { INodeParameters } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';
import { startedChromium } from './browser/chromium';
import type { CredentialReference } from './n8n/n8n-credentials';
import { AskedQuestion, fetched, linkIn, submitted } from './support/asked-question';
import { sharedN8n } from './support/n8n-session';
import { serviceCredential, useSimulator } from './support/simulated-service';
import { itemsThrough } from './support/test-workflow';
import { userAgents } from './support/user-agents';
import { inLine, mainConnections, node } from './n8n/workflow-nodes';
import { jsonOf } from './n8n/n8n-executions';

const n8n = sharedN8n();
const simulator = useSimulator();
let credential: CredentialReference;

beforeAll(async () => {
	credential = await serviceCredential(n8n, simulator().url);
});

async function asked(...settings: [INodeParameters?, object?]): Promise<AskedQuestion> {
	return await AskedQuestion.asked(n8n, simulator(), credential, ...settings);
}

const respondedAt = expect.stringMatching(/^\d{4}-.*Z$/);
const approve = { decision: 'approve', 'field-0': '' };

describe('answered on a phone', () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await startedChromium();
	});
	afterAll(async () => await browser.close());

	const form: INodeParameters = {
		responseType: 'customForm',
		formFields: {
			values: [
				{
					fieldLabel: 'Size',
					fieldType: 'dropdown',
					requiredField: true,
					fieldOptions: { values: [{ option: 'small' }, { option: 'large' }] },
				},
				{
					fieldLabel: 'With',
					fieldType: 'checkbox',
					fieldOptions: { values: [{ option: 'milk' }, { option: 'sugar' }] },
				},
				{
					fieldLabel: 'Paid',
					fieldType: 'radio',
					fieldOptions: { values: [{ option: 'now' }, { option: 'later' }] },
				},
				{ fieldLabel: 'Count', fieldType: 'number', requiredField: true },
				{ fieldLabel: 'Day', fieldType: 'date' },
				{ fieldLabel: 'Email', fieldType: 'email' },
				{ fieldLabel: 'Note', fieldType: 'textarea' },
			],
		},
	};
	const press = async (page: Page, name: string) => await page.getByRole('button', { name }).click();

	test.each<[string, 'light' | 'dark', INodeParameters, (page: Page) => Promise<void>, object]>([
		[
			'approves',
			'light',
			{ channel: 'whatsapp' },
			async (page) => await press(page, 'Approve'),
			{ approved: true },
		],
		[
			'declines with a reason',
			'dark',
			{ approvalOptions: { values: { disapproveLabel: 'Better not' } } },
			async (page) => {
				await page.getByLabel('Reason (optional)').fill('Too <late>');
				await press(page, 'Better not');
			},
			{ approved: false, reason: 'Too <late>', chatInput: 'Too <late>' },
		],
		[
			'writes an answer',
			'dark',
			{ responseType: 'freeText', message: `${'A long question. '.repeat(30)}\n\nReally?` },
			async (page) => {
				await page.getByLabel('Your answer').fill('Two lines\nof text');
				await press(page, 'Send');
			},
			{ text: 'Two lines\nof text' },
		],
		[
			'fills in a form',
			'light',
			form,
			async (page) => {
				await page.getByLabel('Size').selectOption('large');
				for (const option of ['milk', 'sugar', 'later']) await page.getByLabel(option).check();
				await page.getByLabel('Count').fill('2');
				await page.getByLabel('Day').fill('2026-12-24');
				await page.getByLabel('Email').fill('ada@example.com');
				await press(page, 'Send');
			},
			{
				Size: 'large',
				With: ['milk', 'sugar'],
				Paid: 'later',
				Count: 2,
				Day: '2026-12-24',
				Email: 'ada@example.com',
				Note: '',
			},
		],
	])('a person %s (%s)', async (_, colorScheme, parameters, answers, data) => {
		const question = await asked(parameters);
		const page = await browser.newPage({ viewport: { width: 375, height: 667 }, colorScheme });
		const problems: string[] = [];
		page.on('console', (message) => problems.push(message.text()));
		page.on('requestfailed', (request) => problems.push(request.url()));
		await page.goto(question.link);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
		const background = colorScheme === 'dark' ? 'rgb(0, 0, 0)' : 'rgb(242, 242, 247)';
		expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(background);
		expect(await question.waits()).toBe(true);
		await answers(page);
		await page.getByText('Your answer was sent').waitFor();
		expect(await question.gave()).toEqual([{ data: { ...data, respondedAt } }]);
		expect(problems).toEqual([]);
		await page.close();
	});
});

describe('never a decision but by the first POST', () => {
	test('30 user agents, HEAD, OPTIONS and a prefetch see the page and decide nothing', async () => {
		const question = await asked();
		expect(new Set(userAgents).size).toBe(30);
		for (const agent of userAgents) {
			const { status, data } = await fetched(question.link, { headers: { 'User-Agent': agent } });
			expect([agent, status]).toEqual([agent, 200]);
			expect(data).toContain('Deploy **now**?');
		}
		const prefetch = { 'Sec-Purpose': 'prefetch;prerender', Purpose: 'prefetch' };
		expect((await fetched(question.link, { headers: prefetch })).status).toBe(200);
		for (const method of ['HEAD', 'OPTIONS']) {
			expect((await fetched(question.link, { method })).status).toBeLessThan(300);
		}
		expect(await question.waits()).toBe(true);
		await submitted(question.link, approve);
		expect(await question.gave()).toMatchObject([{ data: { approved: true } }]);
	});

	test('two people at once and a double tap: one answer counts, and is told to nobody else', async () => {
		const question = await asked();
		const decisions = ['approve', 'decline', 'approve', 'decline'];
		const answers = await Promise.all(
			decisions.map(async (decision) => await submitted(question.link, { decision })),
		);
		const counted = answers.flatMap(({ data }, index) =>
			data.includes('Your answer was sent') ? [decisions[index]] : [],
		);
		expect(counted).toHaveLength(1);
		expect(await question.gave()).toMatchObject([{ data: { approved: counted[0] === 'approve' } }]);
	});

	test('a replay and a late visitor change nothing', async () => {
		const question = await asked();
		await submitted(question.link, { decision: 'decline' });
		const given = await question.gave();
		for (const late of [await submitted(question.link, approve), await fetched(question.link)]) {
			expect(late.data).toMatch(/no action required/i);
		}
		expect(await question.gave()).toEqual(given);
		expect(given).toMatchObject([{ data: { approved: false } }]);
	});

	test('a link with another parameter, or without its signature, is refused', async () => {
		const question = await asked();
		const changed = [
			question.link.replace('run=0', 'run=1'),
			`${question.link}&approved=true`,
			question.link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
			question.link.replace(/&signature=.*/, ''),
			question.link.replace(/\?.*/, ''),
		];
		for (const link of changed) {
			expect((await fetched(link)).status).toBe(401);
			expect((await submitted(link, approve)).status).toBe(401);
		}
		expect(await question.waits()).toBe(true);
		await n8n.executions.stop(question.execution);
	});

	test('in a loop each question has a link of its own: that of the first does not answer the second', async () => {
		const { nodes } = itemsThrough(
			'phoneServiceMessaging',
			{
				operation: 'sendAndWait',
				to: '={{ $json.to }}',
				message: 'Next?',
				options: { messagesPerSecond: 0 },
			},
			[{ to: '+12025550198' }, { to: '+12025550199' }],
		);
		const loop = node('Loop', 'n8n-nodes-base.splitInBatches', { options: {} }, { typeVersion: 3 });
		const start = nodes.filter(({ name }) => ['Start', 'Input', 'Items'].includes(name));
		const ask = nodes.find(({ name }) => name === 'Node');
		if (!ask) throw new Error('There is no node named Node');
		const { id } = await n8n.workflows.import(
			{
				name: 'Loop',
				nodes: [...start, loop, ask],
				connections: {
					...inLine([...start, loop]),
					...mainConnections({ Loop: [[], ['Node']], Node: [['Loop']] }),
				},
				settings: { executionOrder: 'v1' },
			},
			[credential],
		);
		const execution = await n8n.workflows.run(id);
		const first = await linkIn(simulator(), '+12025550198');
		await n8n.executions.ended(execution, { until: (status) => status === 'waiting' });
		await submitted(first, { decision: 'decline' });
		const second = await linkIn(simulator(), '+12025550199');
		await n8n.executions.ended(execution, { until: (status) => status === 'waiting' });
		expect((await submitted(first, approve)).data).toContain('No longer open');
		await submitted(second, approve);
		const done = await n8n.executions.ended(execution);
		expect(jsonOf(done, 'Node')).toMatchObject([{ data: { approved: false } }, { data: { approved: true } }]);
	});
});

describe('hostile answers are shown as text or refused, and the execution goes on waiting', () => {
	const markup = '</textarea><script>document.title=1</script><img src=x onerror=alert(1)>{{ 1 + 1 }}';
	const encoded = { 'Content-Type': 'application/x-www-form-urlencoded' };

	test('of a free text', async () => {
		const question = await asked({ responseType: 'freeText', message: markup });
		const page = await fetched(question.link);
		expect(page.headers['content-security-policy']).toMatch(/default-src 'none'/);
		expect(page.data).not.toMatch(/<script|<img/);
		const refused: Array<[Promise<{ status: number; data: string }>, number, RegExp]> = [
			[submitted(question.link, { decision: 'send', 'field-0': 'x'.repeat(5_000_000) }), 400, /too long/],
			[submitted(question.link, { decision: 'send', text: 'Hello' }), 400, /is required/],
			[submitted(question.link, { decision: 'send', 'field-0': ['one', 'two'] }), 400, /more than once/],
			[submitted(question.link, { decision: 'approve', 'field-0': markup }), 400, /press one of the buttons/],
			[submitted(question.link, { decision: ['send', 'send'], 'field-0': 'x' }), 400, /press one/],
			[submitted(question.link, {}), 400, /press one/],
			[
				fetched(question.link, { method: 'POST', data: 'decision=send&field-0=x', headers: encoded }),
				415,
				/on this page/,
			],
			[
				fetched(question.link, { method: 'POST', data: { data: { decision: 'send', 'field-0': 'x' } } }),
				415,
				/on this page/,
			],
			[
				fetched(question.link, {
					method: 'POST',
					data: '<xml><decision>send</decision></xml>',
					headers: { 'Content-Type': 'application/xml' },
				}),
				415,
				/on this page/,
			],
		];
		for (const [answer, status, fault] of refused) {
			const { status: given, data } = await answer;
			expect([given, data.slice(0, 10_000)]).toEqual([status, expect.stringMatching(fault)]);
			expect(data).not.toMatch(/<script|<img/);
			expect(data.length).toBeLessThan(20_000);
		}
		const broken = { 'Content-Type': 'multipart/form-data; boundary=x' };
		expect(
			(await fetched(question.link, { method: 'POST', data: 'nothing', headers: broken })).status,
		).toBeGreaterThan(399);
		expect(await question.waits()).toBe(true);

		const { data } = await submitted(question.link, { decision: 'send', 'field-0': markup });
		expect(data).toContain('&lt;script&gt;');
		expect(data).not.toMatch(/<script|<img/);
		expect(await question.gave()).toEqual([{ data: { text: markup, respondedAt } }]);
	});

	test('of a form', async () => {
		const question = await asked({
			responseType: 'customForm',
			defineForm: 'json',
			jsonOutput: '[{ "fieldLabel": "Count <b>", "fieldType": "number", "requiredField": true }]',
		});
		const file = new FormData();
		file.append('decision', 'send');
		file.append('field-0', new Blob(['x'.repeat(100_000)]), 'field.txt');
		const refused = [
			[submitted(question.link, { decision: 'send', 'field-0': 'x' }), 400],
			[submitted(question.link, { decision: 'send', 'field-1': '1' }), 400],
			[fetched(question.link, { method: 'POST', data: file }), 400],
			[fetched(question.link, { method: 'POST', data: 'decision=send&field-0=1', headers: encoded }), 415],
		] as const;
		for (const [answer, status] of refused) expect((await answer).status).toBe(status);
		expect(await question.waits()).toBe(true);
		await submitted(question.link, { decision: 'send', 'field-0': '3', 'field-9': markup, data: markup });
		expect(await question.gave()).toEqual([{ data: { 'Count <b>': 3, respondedAt } }]);
	});
});

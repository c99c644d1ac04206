import type { INodeParameters } from 'n8n-workflow';
import { useBrowser } from './browser/chromium';
import { jsonOf } from './n8n/n8n-executions';
import { fetched, linkIn, submitted } from './n8n/question-page';
import { asking, person, untilWaiting } from './support/asked-question';
import { useService } from './support/simulated-service';
import { startedByHand } from './support/test-workflow';

const { n8n, simulator, credential } = useService();

/** Asks a person: the execution, the link in the message, whether it still waits, and what leaves the node in the end. */
async function asked(parameters: INodeParameters = {}) {
	const workflow = startedByHand('phoneServiceMessaging', asking(parameters));
	const { id } = await n8n.workflows.import(workflow, [credential()]);
	const execution = await n8n.workflows.run(id);
	await untilWaiting(n8n, execution);
	return {
		execution,
		link: await linkIn(simulator(), person),
		waits: async () => (await n8n.executions.get(execution)).status === 'waiting',
		gave: async () => jsonOf(await n8n.executions.ended(execution), 'Good'),
	};
}

const onPage = { respondedAt: expect.stringMatching(/^\d{4}-.*Z$/), respondedIn: 'page' };
const approve = { decision: 'approve', 'field-0': '' };

const browser = useBrowser();

const field = (fieldLabel: string, fieldType: string, options: string[] = [], requiredField = false) => ({
	fieldLabel,
	fieldType,
	requiredField,
	fieldOptions: { values: options.map((option) => ({ option })) },
});
const form: INodeParameters = {
	responseType: 'customForm',
	formFields: {
		values: [
			field('Size', 'dropdown', ['small', 'large'], true),
			field('With', 'checkbox', ['milk', 'sugar']),
			field('Paid', 'radio', ['now', 'later']),
			field('Count', 'number', [], true),
			field('Day', 'date'),
			field('Email', 'email'),
			field('Note', 'textarea'),
		],
	},
};
test('a form is answered on a phone with a small, dark screen', async () => {
	const question = await asked(form);
	const page = await browser().newPage({ viewport: { width: 375, height: 667 }, colorScheme: 'dark' });
	const problems: string[] = [];
	page.on('console', (message) => problems.push(message.text()));
	page.on('requestfailed', (request) => problems.push(request.url()));
	await page.goto(question.link);
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
	expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(0, 0, 0)');
	expect(await question.waits()).toBe(true);
	await page.getByLabel('Size').selectOption('large');
	for (const option of ['milk', 'sugar', 'later']) await page.getByLabel(option).check();
	await page.getByLabel('Count').fill('2');
	await page.getByLabel('Day').fill('2026-12-24');
	await page.getByLabel('Email').fill('ada@example.com');
	await page.getByRole('button', { name: 'Send' }).click();
	await page.getByText('Your answer was sent').waitFor();
	const filledIn = {
		Size: 'large',
		With: ['milk', 'sugar'],
		Paid: 'later',
		Count: 2,
		Day: '2026-12-24',
		Email: 'ada@example.com',
		Note: '',
	};
	expect(await question.gave()).toEqual([{ data: { ...filledIn, ...onPage } }]);
	expect(problems).toEqual([]);
	await page.close();
});

test('GET, HEAD, OPTIONS and links with another parameter or signature decide nothing', async () => {
	const question = await asked();
	expect((await fetched(question.link)).data).toContain('Deploy **now**?');
	for (const method of ['HEAD', 'OPTIONS']) {
		expect((await fetched(question.link, { method })).status).toBeLessThan(300);
	}
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

test('two people at once and a double tap: one answer counts, and who comes later changes nothing', async () => {
	const question = await asked();
	const decisions = ['approve', 'decline', 'approve', 'decline'];
	const answers = await Promise.all(
		decisions.map(async (decision) => await submitted(question.link, { decision })),
	);
	const counted = answers.flatMap(({ data }, index) =>
		data.includes('Your answer was sent') ? [decisions[index]] : [],
	);
	expect(counted).toHaveLength(1);
	const given = await question.gave();
	expect(given).toMatchObject([{ data: { approved: counted[0] === 'approve' } }]);
	for (const late of [await submitted(question.link, approve), await fetched(question.link)]) {
		expect(late.data).toMatch(/no action required/i);
	}
	expect(await question.gave()).toEqual(given);
});

test('hostile answers are refused, it goes on waiting, and what it shows is text', async () => {
	const markup = '</textarea><script>document.title=1</script><img src=x onerror=alert(1)>{{ 1 + 1 }}';
	const question = await asked({ responseType: 'freeText', message: markup.replace(/[{}]/g, '') });
	const file = new FormData();
	file.append('decision', 'send');
	file.append('field-0', new Blob(['x'.repeat(100_000)]), 'field.txt');
	const sent = await fetched(question.link, { method: 'POST', data: file });
	expect([sent.status, sent.data]).toEqual([400, expect.stringMatching(/is required/)]);
	const long = await submitted(question.link, { decision: 'send', 'field-0': 'x'.repeat(5_000_000) });
	expect([long.status, long.data.slice(0, 10_000)]).toEqual([400, expect.stringMatching(/too long/)]);
	expect(long.data.length).toBeLessThan(20_000);
	expect(await question.waits()).toBe(true);

	const page = await fetched(question.link);
	expect(page.headers['content-security-policy']).toMatch(/default-src 'none'/);
	const { data } = await submitted(question.link, { decision: 'send', 'field-0': markup });
	expect(data).toContain('&lt;script&gt;');
	for (const shown of [page.data, data]) expect(shown).not.toMatch(/<script>document|<img/);
	expect(await question.gave()).toEqual([{ data: { text: markup, ...onPage } }]);
});

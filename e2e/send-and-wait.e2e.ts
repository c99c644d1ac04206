import type { INodeParameters } from 'n8n-workflow';
import { useBrowser } from './browser/chromium';
import { exampleWorkflow } from '../scripts/n8n/exported-workflow';
import { jsonOf } from '../scripts/n8n/n8n-executions';
import { fetched, linkIn, submitted } from '../scripts/n8n/question-page';
import { nextSecond } from '../scripts/n8n/until';
import { answeringTrigger, asking, inChat, person, question, untilWaiting } from './support/asked-question';
import { leased, useService } from './support/simulated-service';
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

const small = { width: 375, height: 667 };

test.each(['light', 'dark'] as const)(
	'a choice of nine long labels is pressed on a small phone, %s',
	async (colorScheme) => {
		const labels = Array.from(
			{ length: 9 },
			(_, index) => `Option ${'ABCDEFGHI'.charAt(index)}: ${'a rather long label, '.repeat(4)}Ä`,
		);
		const question = await asked({ responseType: 'choice', choices: labels.join('\n') });
		const page = await browser().newPage({ viewport: small, colorScheme });
		const problems: string[] = [];
		page.on('console', (message) => problems.push(message.text()));
		page.on('requestfailed', (request) => problems.push(request.url()));
		await page.goto(question.link);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
		const background = colorScheme === 'dark' ? 'rgb(0, 0, 0)' : 'rgb(242, 242, 247)';
		expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(background);
		expect(await page.getByRole('button').allInnerTexts()).toEqual(labels);
		expect(await question.waits()).toBe(true);
		await page.getByRole('button', { name: 'Option G' }).click();
		await page.getByText('Your answer was sent').waitFor();
		const choice = { choice: labels[6], choice_number: 7, answered: true };
		expect(await question.gave()).toEqual([{ data: { ...choice, ...onPage } }]);
		expect(problems).toEqual([]);
		await page.close();
	},
);

test("ask-by-a-form.json: the link in the message opens n8n's form on a phone, and the workflow continues with what it holds", async () => {
	const { id } = await n8n.workflows.import(exampleWorkflow('ask-by-a-form.json'), [credential()]);
	const execution = await n8n.workflows.run(id);
	await untilWaiting(n8n, execution);
	const page = await browser().newPage({ viewport: small });
	await page.goto(await linkIn(simulator(), person));
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
	await page.getByLabel('Day').fill('2026-12-24');
	await page.getByLabel('Time').selectOption('Afternoon');
	await page.getByLabel('Note for the driver').fill('Ring twice');
	await page.getByRole('button', { name: 'Submit' }).click();
	const delivery = { order: 'A-1001', day: '2026-12-24', time: 'Afternoon', note: 'Ring twice' };
	expect(jsonOf(await n8n.executions.ended(execution), 'Delivery')).toEqual([delivery]);
	await page.close();
});

test.each(['imessage', 'text', 'whatsapp'])(
	'over %s: each response type is answered on the page',
	async (channel) => {
		const types: Array<[INodeParameters, Record<string, string>, object]> = [
			[
				{},
				{ decision: 'decline', 'field-0': 'Late' },
				{ approved: false, reason: 'Late', chatInput: 'Late' },
			],
			[
				{ responseType: 'choice', choices: 'S\nL' },
				{ decision: '2' },
				{ choice: 'L', choice_number: 2, answered: true },
			],
			[{ responseType: 'freeText' }, { 'field-0': 'On Monday' }, { text: 'On Monday' }],
		];
		for (const [parameters, form, data] of types) {
			const question = await asked({ ...parameters, channel });
			await submitted(question.link, form);
			expect(await question.gave()).toEqual([{ data: { ...data, ...onPage } }]);
			simulator().reset();
		}
	},
);

describe('answers in the chat', () => {
	test.each(['imessage', 'text'] as const)('over %s: each response type', async (channel) => {
		await answeringTrigger(n8n, simulator(), credential());
		const from = leased.imessage;
		const types: Array<[INodeParameters, string, object]> = [
			[{}, 'no thanks, too late', { approved: false, reason: 'too late', chatInput: 'too late' }],
			[
				{ responseType: 'choice', choices: 'S\nL' },
				'2 please',
				{ choice: 'L', choice_number: 2, answered: true },
			],
			[{ responseType: 'freeText' }, 'On Monday', { text: 'On Monday' }],
		];
		for (const [parameters, text, data] of types) {
			const execution = await question(n8n, credential(), { ...parameters, channel });
			simulator().write({ from: person, to: from, channel, text });
			expect(jsonOf(await n8n.executions.ended(execution), 'Good')).toEqual([
				{ data: { ...data, ...inChat } },
			]);
		}
	});

	test('"who is this?" loses no question: the person is asked again, and "sure" decides; of two questions, "2" answers the newest', async () => {
		const trigger = await answeringTrigger(n8n, simulator(), credential());
		const refund = await question(n8n, credential(), { message: 'Refund $48?' });
		const write = async (text: string) => {
			simulator().write({ from: person, to: leased.imessage, text });
			await simulator().webhook.settled();
			await nextSecond();
		};
		await write('who is this?');
		expect(simulator().outbox.at(-1)?.message).toMatch(
			/^Please answer "yes" or "no", or open this link:\n\nhttp/,
		);
		const size = await question(n8n, credential(), { responseType: 'choice', choices: 'S\nL' });
		await write('2');
		expect(jsonOf(await n8n.executions.ended(size), 'Good')).toMatchObject([{ data: { choice: 'L' } }]);
		await write('sure');
		expect(jsonOf(await n8n.executions.ended(refund), 'Good')).toMatchObject([{ data: { approved: true } }]);
		expect(simulator().outbox.at(-1)?.message).toBe('Approved: Refund $48?');
		expect(await n8n.executions.list(trigger.id)).toEqual([]);
	});
});

test('GET, HEAD, OPTIONS and links with another parameter or signature decide nothing', async () => {
	const question = await asked();
	expect((await fetched(question.link)).data).toContain('Deploy <strong>now</strong>?');
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

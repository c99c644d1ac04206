/** The simulator's page as the phone of somebody who writes to a workflow: small, and dark. */
import { jsonOf } from '../../scripts/n8n/n8n-executions';
import { until } from '../../scripts/n8n/until';
import { node } from '../../scripts/n8n/workflow-nodes';
import { person, question } from '../support/asked-question';
import { messageWorkflow } from '../support/message-trigger';
import { leased, useService } from '../support/simulated-service';
import { useBrowser } from './chromium';

const { n8n, simulator, credential } = useService();
const browser = useBrowser();

test('what is typed there answers a question, then starts the workflow, whose reply and tapback are shown there', async () => {
	const conversations = (name: string, operation: string) =>
		node(name, 'phoneServiceConversations', { operation });
	const behind = [
		conversations('Read', 'markAsRead'),
		conversations('Typing', 'showTyping'),
		conversations('React', 'react'),
		node('Reply', 'phoneServiceMessaging', { operation: 'reply', message: 'See you at **8**' }),
	];
	const parameters = { events: ['messageReceived'], options: { answerOpenQuestions: true } };
	const trigger = await messageWorkflow(n8n, credential(), { behind, parameters });
	simulator().set({ webhookUrl: trigger.url(n8n) });
	const execution = await question(n8n, credential());

	const page = await browser().newPage({ viewport: { width: 375, height: 667 }, colorScheme: 'dark' });
	page.setDefaultTimeout(60_000);
	await page.goto(simulator().url);
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
	expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(21, 24, 29)');
	const field = page.getByPlaceholder('Write as +1 202 555 0199');
	await field.fill('yes');
	await field.press('Enter');
	expect(jsonOf(await n8n.executions.ended(execution), 'Good')).toMatchObject([
		{ data: { approved: true, respondedIn: 'chat', responder: person } },
	]);
	await page.getByText('Approved: Deploy now?').first().waitFor();
	await field.fill('Is table 4 free?');
	await page.getByLabel('To, and over which channel').selectOption({ label: '+1 415 555 0100 · iMessage' });
	await field.press('Enter');
	const [written, reply] = ['Is table 4 free?', 'See you at 8'].map((hasText) =>
		page.locator('.message').filter({ hasText }),
	);
	await reply?.locator('strong').getByText('8').waitFor();
	await written?.locator('.reactions').waitFor();
	expect(await field.inputValue()).toBe('');
	expect(simulator().outbox.at(-1)).toMatchObject({ to: person, from: leased.whatsapp });

	await page.getByText('Make it fail').first().click();
	await page.getByLabel('How often').selectOption('3 times');
	await page.getByRole('button', { name: 'Make it fail' }).click();
	await page.getByText('(3 more)').waitFor();
	await page.close();
	await n8n.workflows.deactivate(trigger.id);
}, 120_000);

test('a new person writes; what is not taken stays in the box with the answer, and goes once it is', async () => {
	const page = await browser().newPage({ viewport: { width: 375, height: 667 } });
	page.setDefaultTimeout(20_000);
	await page.goto(`${simulator().url}/?with=nobody`);
	await page.getByRole('heading', { name: 'Phone service simulator' }).waitFor();
	const field = page.getByPlaceholder(/^Write as /);
	await field.fill('Hello');
	await page.getByRole('button', { name: 'Send' }).click();
	await page.getByRole('alert').getByText('the simulator answers 400').waitFor();
	// The page asks for itself each second.
	await page.waitForTimeout(1_500);
	expect(await field.inputValue()).toBe('Hello');

	await page.getByRole('link', { name: 'New person' }).click();
	await field.fill('Hi');
	await page.getByRole('button', { name: 'Send' }).click();
	await page.locator('.message').getByText('Hi').waitFor();
	expect(await field.inputValue()).toBe('');
	expect(simulator().incoming.map(({ text }) => text)).toEqual(['Hi']);

	await page.getByText('Events go to').click();
	await page.getByLabel(/^Production URLs/).fill(`${n8n.url}/webhook/one\n${n8n.url}/webhook/two`);
	await page.getByRole('button', { name: 'Save' }).click();
	await until(() => {
		expect(simulator().settings.webhookUrl.split(/\s+/)).toHaveLength(2);
		return true;
	});
	await page.close();
}, 60_000);

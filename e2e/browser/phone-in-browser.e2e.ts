/** The simulator's page as the phone of somebody who answers a question, writes several messages, STOP and START. */
import type { Page } from 'playwright-core';
import { jsonOf } from '../n8n/n8n-executions';
import { until } from '../n8n/until';
import { person } from '../support/asked-question';
import { question } from '../support/chat';
import { messageWorkflow } from '../support/message-trigger';
import { useService } from '../support/simulated-service';
import { useBrowser } from './chromium';

const { n8n, simulator, credential } = useService();
const browser = useBrowser();
let page: Page;

beforeAll(async () => {
	page = await browser().newPage();
	page.setDefaultTimeout(10_000);
});

async function type(...texts: string[]): Promise<void> {
	const field = page.getByPlaceholder('Write as +1 202 555 0199');
	for (const text of texts) {
		await field.fill(text);
		await field.press('Enter');
		await page.locator('.message').filter({ hasText: text }).last().waitFor();
		await until(async () => (await field.inputValue()) === '');
	}
}

test('an answer, several bubbles, STOP and START are typed there', async () => {
	const parameters = {
		events: ['messageReceived', 'optOut', 'optIn'],
		options: { answerOpenQuestions: true, waitForMore: 5 },
	};
	const trigger = await messageWorkflow(n8n, credential(), { parameters });
	simulator().set({ webhookUrl: trigger.url(n8n) });
	const started = async () => {
		const all = await n8n.executions.allEnded(trigger.id);
		return all.flatMap((one) => jsonOf<{ event: string; chatInput: string }>(one, 'After'));
	};
	const execution = await question(n8n, credential());
	await page.goto(simulator().url);
	await page.getByText('Deploy now?').first().waitFor();

	await type('no, too expensive');
	expect(jsonOf(await n8n.executions.ended(execution), 'Good')).toMatchObject([
		{ data: { approved: false, reason: 'too expensive', respondedIn: 'chat', responder: person } },
	]);
	await type('Hi', 'is table 4 free?', 'at 8');
	await until(async () => (await started()).length === 1, 30_000);
	await type('STOP', 'START');
	await until(async () => (await started()).length === 3, 30_000);
	const all = (await started()).map(({ event, chatInput }) => [event, chatInput]);
	expect(all).toHaveLength(3);
	expect(all).toEqual(
		expect.arrayContaining([
			['messageReceived', 'Hi\nis table 4 free?\nat 8'],
			['optOut', 'STOP'],
			['optIn', 'START'],
		]),
	);
	await n8n.workflows.deactivate(trigger.id);
}, 120_000);

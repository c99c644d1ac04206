/** The simulator's page as the phone of somebody who answers a question, writes several messages, STOP and START. */
import type { Page } from 'playwright-core';
import { jsonOf } from '../n8n/n8n-executions';
import { until } from '../n8n/until';
import { node } from '../n8n/workflow-nodes';
import { person } from '../support/asked-question';
import { question } from '../support/chat';
import { messageWorkflow } from '../support/message-trigger';
import { leased, useService } from '../support/simulated-service';
import { useBrowser } from './chromium';

const { n8n, simulator, credential } = useService();
const browser = useBrowser();
let page: Page;

beforeAll(async () => {
	page = await browser().newPage();
	page.setDefaultTimeout(60_000);
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

test.each(['imessage', 'text', 'whatsapp'] as const)(
	'courtesies hold no answer up over %s',
	async (channel) => {
		const conversations = (name: string, operation: string) =>
			node(name, 'phoneServiceConversations', { operation });
		const behind = [
			conversations('Read', 'markAsRead'),
			conversations('Typing', 'showTyping'),
			conversations('React', 'react'),
			node('Reply', 'phoneServiceMessaging', {
				operation: 'reply',
				replyMessage: `See you at 8 (${channel})`,
			}),
		];
		const parameters = { events: ['messageReceived'] };
		const trigger = await messageWorkflow(n8n, credential(), { behind, parameters });
		simulator().set({ webhookUrl: trigger.url(n8n) });
		await page.goto(simulator().url);
		simulator().write({ from: person, to: leased.whatsapp, text: 'Hello', channel });
		await page.getByText(`See you at 8 (${channel})`).first().waitFor();
		await n8n.workflows.deactivate(trigger.id);
	},
);

test('an answer, several bubbles, STOP and START are typed there', async () => {
	const parameters = {
		events: ['messageReceived', 'optOut', 'optIn'],
		options: { answerOpenQuestions: true, askAgain: true, waitForMore: 5 },
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

	const hint = page.locator('.message').filter({ hasText: 'Please answer "yes" or "no"' });
	await type('yes, but only half');
	await until(async () => (await hint.count()) === 2);
	await type('yes');
	expect(jsonOf(await n8n.executions.ended(execution), 'Good')).toMatchObject([
		{ data: { approved: true, respondedIn: 'chat', responder: person } },
	]);
	await page.getByText('Approved: Deploy now?').first().waitFor();
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

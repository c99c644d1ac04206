/**
 * The moving picture of the README, in the real editor and on the simulator's page: a list is looked up and sent, somebody
 * writes and is answered, and a person approves by typing "yes".
 */
import type { Browser, Page } from 'playwright-core';
import type { Simulator } from '../simulator/simulator';
import { Editor } from './browser/editor';
import { MovingPicture } from './browser/moving-picture';
import { exampleWorkflow } from './n8n/exported-workflow';
import type { CredentialReference } from './n8n/n8n-credentials';
import type { N8nInstance } from './n8n/n8n-instance';

const [customer, manager] = ['+12025550120', '+12025550199'];

interface Stage {
	browser: Browser;
	n8n: N8nInstance;
	simulator: Simulator;
	credential: CredentialReference;
}

/** Stores an example as large as it can be shown: without its notes, and with its nodes close to each other. */
async function stored({ n8n, credential }: Stage, name: string) {
	const workflow = exampleWorkflow(`${name}.json`);
	const nodes = workflow.nodes
		.filter(({ type }) => !type.endsWith('.stickyNote'))
		.map((node) => ({ ...node, position: [0.72 * node.position[0], node.position[1]] as [number, number] }));
	const { id } = await n8n.workflows.import({ ...workflow, nodes }, [credential]);
	return { id, webhookId: nodes.find((node) => node.webhookId)?.webhookId };
}

/** Types into a field, a few letters a frame. */
async function typed(page: Page, place: string, text: string, take: () => Promise<void>): Promise<void> {
	const field = page.getByPlaceholder(place).or(page.getByLabel(place)).first();
	await field.click();
	for (const part of text.match(/.{1,4}/gs) ?? []) {
		await field.pressSequentially(part);
		await take();
	}
}

/** Takes the picture and writes it to a file. */
export async function takeWhatItDoes(stage: Stage, file: string): Promise<void> {
	const { browser, n8n, simulator } = stage;
	simulator.reset();
	const picture = await MovingPicture.begun(browser);
	const editor = await Editor.open(browser, n8n, MovingPicture.editorSize);
	const phone = await browser.newPage({ viewport: MovingPicture.phoneSize, colorScheme: 'light' });
	phone.setDefaultTimeout(20_000);
	let caption = '';
	const take = async (milliseconds: number) => await picture.take(editor.page, phone, caption, milliseconds);

	/** Shows an example in the editor; one that a webhook starts is published first. */
	async function open(name: string): Promise<void> {
		const { id, webhookId } = await stored(stage, name);
		if (webhookId !== undefined) {
			await n8n.workflows.activate(id);
			simulator.set({ webhookUrl: `${n8n.url}/webhook/${webhookId}/webhook` });
		}
		await editor.openWorkflow(id);
		await editor.page.getByTestId('zoom-to-fit').click();
		await editor.page.waitForTimeout(1_000);
	}
	const chatWith = async (person: string) =>
		await phone.goto(`${simulator.url}/?with=${encodeURIComponent(person)}`);
	const message = (text: string) => phone.locator('.message').filter({ hasText: text });

	/** Takes frames until something has happened. */
	async function takeUntil(happened: Promise<unknown>, milliseconds: number): Promise<void> {
		let isOver = false;
		const over = happened.finally(() => (isOver = true));
		while (!isOver) await take(milliseconds);
		await over;
	}

	caption = '1. A list of people. Look up each number …';
	await open('look-up-then-message');
	await chatWith(customer);
	await take(1_300);
	await takeUntil(editor.executeWorkflow(), 150);
	await message('A-1001').waitFor();
	caption = '… and send a message over the channel that reaches them.';
	await take(2_200);

	caption = '2. Somebody writes back …';
	await open('answer-by-keyword');
	await take(700);
	await typed(phone, 'Write as +1 202 555 0120', 'status A-1001', async () => await take(180));
	await phone.keyboard.press('Enter');
	await message('status A-1001').waitFor();
	await takeUntil(message('It arrives tomorrow').waitFor(), 200);
	caption = '… and a workflow answers.';
	await take(2_000);

	caption = '3. A person decides …';
	await open('approval-by-message');
	await editor.page.getByTestId('execute-workflow-button').click();
	await chatWith(manager);
	await message('Refund').waitFor();
	await take(2_000);
	await typed(phone, 'Write as +1 202 555 0199', 'yes', async () => await take(300));
	await phone.keyboard.press('Enter');
	await phone.locator('.message').getByText('yes', { exact: true }).waitFor();
	caption = '… by typing "yes" …';
	await take(1_500);
	await editor.page.locator('.el-notification--success').waitFor();
	await chatWith(customer);
	await message('refund').last().waitFor();
	caption = '… and the customer is told.';
	await take(2_400);

	await editor.close();
	await phone.close();
	picture.write(file);
	console.log(`${file} lasts ${(picture.length / 1_000).toFixed(1)} s`);
}

import { basename, join } from 'node:path';
import axios from 'axios';
import type { Page } from 'playwright-core';
import { serviceOperations } from '../nodes/shared/contract/contract';
import { demoToken } from '../simulator/accounts';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { demoWebhookSecret } from '../simulator/webhook-events';
import { startedChromium } from './browser/chromium';
import { Editor, type EditorLook } from './browser/editor';
import { pictureOf, pictureOfCanvas } from './browser/pictures';
import { startN8n } from './n8n/n8n-instance';
import { exampleFiles, exampleWorkflow } from './n8n/exported-workflow';
import { installTarball, packedProject } from './n8n/package-tarball';
import { stage } from './n8n/progress';
import { projectPackage, root } from '../scripts/project-root';
import { runProgram } from './n8n/background-process';
import { temporaryFolder } from './n8n/temporary-folder';

const imagesFolder = join(root, 'docs', 'images');
const viewport = { width: 1280, height: 600 };
const headers = { Authorization: `Bearer ${demoToken}` };

/** Takes the pictures of the README, the docs and the examples, each in the real n8n, and writes them to docs/images. */
async function takePictures(userFolder: string): Promise<void> {
	installTarball(await packedProject(), userFolder);
	const simulator = await startSimulator();
	const n8n = await stage('Starting n8n', () => startN8n({ userFolder }));
	const credential = await n8n.credentials.create({
		name: 'Phone Service',
		type: 'phoneServiceApi',
		data: { accessToken: demoToken, baseUrl: simulator.url, webhookSecret: demoWebhookSecret },
	});
	const browser = await startedChromium();
	/** Opens an example in an editor of this size, and takes pictures there. */
	async function take(example: string, look: EditorLook, pictures: (editor: Editor) => Promise<void>) {
		const workflow = exampleWorkflow(`${example}.json`);
		const { id } = await n8n.workflows.save(workflow, [credential]);
		const editor = await Editor.open(browser, n8n, look);
		await editor.openWorkflow(id);
		await pictures(editor);
		await editor.close();
	}

	for (const name of exampleFiles.map((file) => basename(file, '.json'))) {
		const file = join(imagesFolder, 'examples', `${name}.webp`);
		const look = { width: 1660, height: 1200 };
		await stage(`Picture of examples/${name}.json`, () =>
			take(name, look, async ({ page }) => await pictureOfCanvas(page, file)),
		);
	}
	for (const theme of ['light', 'dark'] as const) {
		const file = (name: string) => join(imagesFolder, `${name}-${theme}.webp`);
		await stage(`Pictures in ${theme}`, async () => {
			simulator.reset();
			await take('look-up-then-message', { theme, width: 1600, height: 1230 }, async (editor) => {
				await editor.executeWorkflow();
				await takePanel(editor, 'Send iMessage', file('editor'));
				await editor.page.setViewportSize({ width: 2600, height: 520 });
				await takeTable(editor, 'Look Up Number', file('lookup'));
			});
			await take('look-up-then-message', { theme, width: 1100, height: 720 }, async (editor) => {
				const { page } = editor;
				await editor.searchNodes('Phone Service');
				await page.getByTestId('node-creator-item-name').getByText('Phone Service Messaging').waitFor();
				await pictureOf(page, page.getByTestId('node-creator'), file('search'));
			});
			await take('forwarding-notice', { theme, width: 1600, height: 900 }, async (editor) => {
				await (await editor.openPanel('Forwarding Changed')).execute();
				await pictureOf(editor.page, editor.page.getByTestId('ndv'), file('trigger'));
			});
			await takeSimulator(
				simulator,
				await browser.newPage({ viewport, colorScheme: theme }),
				file('simulator'),
			);
		});
	}
}

/** The output of a node as a table. */
async function takeTable(editor: Editor, node: string, file: string): Promise<void> {
	const panel = await editor.openPanel(node);
	const output = editor.page.getByTestId('output-panel');
	await output.getByTestId('ndv-run-data-display-mode').getByText('Table').click();
	await pictureOf(editor.page, output, file);
	await panel.close();
}

async function takePanel(editor: Editor, node: string, file: string): Promise<void> {
	const panel = await editor.openPanel(node);
	await pictureOf(editor.page, editor.page.getByTestId('ndv'), file);
	await panel.close();
}

/** The simulator's page with what came of the run, and a chat with reactions of both sides. */
async function takeSimulator(simulator: Simulator, page: Page, file: string): Promise<void> {
	const [from, to, channel] = ['+12065550133', '+14155550100', 'imessage'] as const;
	const ask = async (path: string, body: object) =>
		await axios.post(`${simulator.url}${path}`, { to: from, from: to, ...body }, { headers, proxy: false });
	const text = 'status A-1001';
	simulator.write({ from, to, text });
	await ask(serviceOperations.markImessageRead.path, {});
	await ask(serviceOperations.reactImessage.path, { action: 'add', tapback: 'like', message: text });
	const answer = 'Order **A-1001** is on its way. It arrives tomorrow.';
	await ask(serviceOperations.sendImessage.path, { message: answer });
	simulator.signal({ from, to, channel, kind: 'read', action: 'read' });
	simulator.signal({ from, to, channel, kind: 'reaction', action: 'add', reaction: 'love', on: answer });
	simulator.write({ from, to, text: 'Thank you! Can you leave it with a neighbor?' });
	await page.goto(simulator.url);
	await pictureOf(page, page, file);
	await page.close();
}

void runProgram(async () => {
	await takePictures(temporaryFolder(`${projectPackage.name}-screenshots`));
});

/** Takes the pictures of the README, the docs and the examples, each in the real n8n, and writes them to docs/images. */
import { basename, join } from 'node:path';
import axios from 'axios';
import type { Page, PageScreenshotOptions } from 'playwright-core';
import { serviceOperations } from '../nodes/shared/contract/contract';
import { root } from '../scripts/project-root';
import { demoToken } from '../simulator/accounts';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { startedChromium } from './browser/chromium';
import { Editor, type EditorLook } from './browser/editor';
import { runProgram } from '../scripts/n8n/background-process';
import { exampleFiles, exampleWorkflow } from '../scripts/n8n/exported-workflow';
import { simulatorCredential } from '../scripts/n8n/n8n-credentials';
import { startN8n } from '../scripts/n8n/n8n-instance';
import { installTarball, packedProject } from '../scripts/n8n/package-tarball';
import { stage } from '../scripts/n8n/program';
import { temporaryFolder } from '../scripts/n8n/temporary-folder';

/** What floats above the canvas, what comes and goes, and what stands out of the panel of a node. */
const hidden = `
	[data-test-id="canvas-controls"], [data-test-id="canvas-minimap"], [data-test-id="execute-workflow-button"],
	[aria-label="Select trigger node"],
	[data-test-id="node-creator-plus-button"], [data-test-id="command-bar-button"],
	[data-test-id="add-sticky-button"], [data-test-id="toggle-focus-panel-button"], [data-test-id="floating-nodes"],
	[data-test-id="canvas-node-toolbar"], [data-reka-popper-content-wrapper], .n8n-segment-control, .el-notification, .n8n-tooltip
	{ visibility: hidden !important; }
`;

/**
 * Writes a picture of a page, or of an element of it, once nothing moves any more: WebP without loss, which n8n's build,
 * unlike PNG, doesn't copy into the package.
 */
async function picture(page: Page, name: string, options: PageScreenshotOptions & { testId?: string } = {}) {
	const { testId, ...further } = options;
	await page.mouse.move(0, 0);
	await page.waitForLoadState('networkidle');
	await page.waitForTimeout(1_000);
	const path = join(root, 'docs', 'images', `${name}.webp`);
	const shown = testId === undefined ? page : page.getByTestId(testId);
	await shown.screenshot({ path, type: 'webp', style: hidden, animations: 'disabled', ...further });
}

/** Writes a picture of the workflow that is open, cropped to its nodes and notes. */
async function pictureOfCanvas({ page }: Editor, name: string): Promise<void> {
	const marginPixels = 64;
	await page.getByTestId('zoom-to-fit').click();
	const boxes = await page
		.locator('.vue-flow__node')
		.evaluateAll((found) => found.map((node) => node.getBoundingClientRect().toJSON() as DOMRect));
	const x = Math.min(...boxes.map(({ left }) => left)) - marginPixels;
	const y = Math.min(...boxes.map(({ top }) => top)) - marginPixels;
	const width = Math.max(...boxes.map(({ right }) => right)) + marginPixels - x;
	const height = Math.max(...boxes.map(({ bottom }) => bottom)) + marginPixels - y;
	await picture(page, name, { clip: { x, y, width, height } });
}

async function takePictures(): Promise<void> {
	const userFolder = temporaryFolder('screenshots');
	await installTarball(await packedProject(), userFolder);
	const simulator = await startSimulator();
	const n8n = await stage('Starting n8n', () => startN8n(userFolder));
	const credential = await n8n.credentials.create(simulatorCredential(simulator.url, 'Phone Service'));
	const browser = await startedChromium();
	/** Opens an example in an editor of this size, as a workflow that has sent nothing yet, and takes pictures there. */
	async function take(example: string, look: EditorLook, pictures: (editor: Editor) => Promise<void>) {
		const { id } = await n8n.workflows.import(exampleWorkflow(`${example}.json`), [credential]);
		const editor = await Editor.open(browser, n8n, look);
		await editor.openWorkflow(id);
		await stage(`Pictures of ${example}`, async () => await pictures(editor));
		await editor.close();
	}

	for (const name of exampleFiles.map((file) => basename(file, '.json'))) {
		const look = { width: 1660, height: 1200 };
		await take(name, look, async (editor) => await pictureOfCanvas(editor, `examples/${name}`));
	}
	for (const theme of ['light', 'dark'] as const) {
		simulator.reset();
		await take('look-up-then-message', { theme, width: 1600, height: 1230 }, async (editor) => {
			const { page } = editor;
			await editor.executeWorkflow();
			const send = await editor.openPanel('Send iMessage');
			await picture(page, `editor-${theme}`, { testId: 'ndv' });
			await send.close();
			await page.setViewportSize({ width: 2600, height: 520 });
			await editor.openPanel('Look Up Number');
			await page.getByTestId('output-panel').getByText('Table').click();
			await picture(page, `lookup-${theme}`, { testId: 'output-panel' });
		});
		await take('look-up-then-message', { theme, width: 1100, height: 720 }, async (editor) => {
			await editor.searchNodes('Phone Service');
			await editor.foundNode('Phone Service Messaging').waitFor();
			await picture(editor.page, `search-${theme}`, { testId: 'node-creator' });
		});
		await take('forwarding-notice', { theme, width: 1600, height: 900 }, async (editor) => {
			await (await editor.openPanel('Forwarding Changed')).execute();
			await picture(editor.page, `trigger-${theme}`, { testId: 'ndv' });
		});
		const page = await browser.newPage({ viewport: { width: 1280, height: 600 }, colorScheme: theme });
		await chat(simulator);
		await page.goto(simulator.url);
		await picture(page, `simulator-${theme}`);
	}
	await browser.close();
}

/** A chat with reactions of both sides, in the simulator. */
async function chat(simulator: Simulator): Promise<void> {
	const [from, to, channel] = ['+12065550133', '+14155550100', 'imessage'] as const;
	const headers = { Authorization: `Bearer ${demoToken}` };
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
}

void runProgram(takePictures);

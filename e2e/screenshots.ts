import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import axios from 'axios';
import type { Browser } from 'playwright-core';
import { serviceOperations, type Schema } from '../nodes/shared/contract/contract';
import { demoToken } from '../simulator/accounts';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { startedChromium } from './browser/chromium';
import { Editor } from './browser/editor';
import { pictureOf, pictureOfCanvas, pictureDownTo } from './browser/pictures';
import { ClearProblem } from './n8n/clear-problem';
import { startN8n, type N8nInstance } from './n8n/n8n-instance';
import { workflowFile } from './n8n/exported-workflow';
import { installTarball, packedProject } from './n8n/package-tarball';
import { stage } from './n8n/progress';
import { projectFolder, projectPackage } from './n8n/project-folders';
import { runProgram, stopAtExit } from './n8n/stop-at-exit';
import { temporaryFolder } from './n8n/temporary-folder';

type Theme = 'light' | 'dark';
const themes: Theme[] = ['light', 'dark'];
const examplesFolder = join(projectFolder, 'examples');
const imagesFolder = join(projectFolder, 'docs', 'images');

const furtherMessages: Array<Schema<'SendImessageRequest'>> = [
	{
		to: 'customer@example.com',
		message: 'The **blue** one is _still_ free, the ~~red~~ one is __taken__.',
		attachments: ['https://example.com/floor-plan.pdf', 'https://example.com/balcony.jpg'],
	},
	{ to: 'customer@example.com', message: 'See you on Monday at ten!', effect: 'invisible_ink' },
];

interface Scene {
	browser: Browser;
	n8n: N8nInstance;
	simulator: Simulator;
	/** The ids of the example workflows, by the names of their files without `.json`. */
	examples: Map<string, string>;
}

/** Takes the pictures of the README, the docs and the examples, each in the real n8n, and writes them to docs/images. */
async function takePictures(userFolder: string): Promise<void> {
	const scene = await startedScene(userFolder);
	for (const [example, id] of scene.examples) {
		await stage(`Picture of examples/${example}.json`, () => takeExample(scene, example, id));
	}
	for (const theme of themes) {
		await stage(`Pictures in ${theme}`, async () => {
			scene.simulator.reset();
			await takeRun(scene, theme);
			await takeSearch(scene, theme);
			await takeTrigger(scene, theme);
			await takeSimulator(scene, theme);
		});
	}
}

async function startedScene(userFolder: string): Promise<Scene> {
	installTarball(await packedProject(), userFolder);
	const simulator = await startSimulator();
	stopAtExit(simulator);
	const n8n = await stage('Starting n8n', () => startN8n({ userFolder }));
	const credential = await n8n.credentials.create({
		name: 'Phone Service',
		type: 'phoneServiceApi',
		data: { accessToken: demoToken, baseUrl: simulator.url },
	});
	const examples = new Map<string, string>();
	for (const file of readdirSync(examplesFolder).filter((name) => name.endsWith('.json'))) {
		const { id } = await n8n.workflows.import(workflowFile(join(examplesFolder, file)), [credential]);
		examples.set(basename(file, '.json'), id);
	}
	return { browser: await startedChromium(), n8n, simulator, examples };
}

function exampleId({ examples }: Scene, name: string): string {
	const id = examples.get(name);
	if (id === undefined) throw new ClearProblem(`There is no examples/${name}.json`);
	return id;
}

async function withEditor(
	{ browser, n8n }: Scene,
	look: { theme: Theme; width: number; height: number },
	take: (editor: Editor) => Promise<void>,
): Promise<void> {
	const editor = await Editor.open(browser, n8n, look);
	await take(editor);
	if (editor.toasts.length > 0) throw new ClearProblem(`n8n complained: ${editor.toasts.join('; ')}`);
	await editor.close();
}

/** An example's workflow on the canvas, before it has run. */
async function takeExample(scene: Scene, example: string, id: string): Promise<void> {
	await withEditor(scene, { theme: 'light', width: 1660, height: 1200 }, async (editor) => {
		await editor.openWorkflow(id);
		await pictureOfCanvas(editor, join(imagesFolder, 'examples', `${example}.png`));
	});
}

/** The panels of two nodes of a workflow after its run. */
async function takeRun(scene: Scene, theme: Theme): Promise<void> {
	const id = exampleId(scene, 'look-up-then-message');
	await withEditor(scene, { theme, width: 1600, height: 1230 }, async (editor) => {
		await editor.openWorkflow(id);
		await editor.executeWorkflow();
		await takePanel(editor, 'Send iMessage', `editor-${theme}.png`);
		await editor.page.setViewportSize({ width: 1600, height: 900 });
		await takePanel(editor, 'Look Up Number', `lookup-${theme}.png`);
	});
}

async function takePanel(editor: Editor, node: string, file: string): Promise<void> {
	const panel = await editor.openPanel(node);
	await pictureOf(editor.page.getByTestId('ndv'), join(imagesFolder, file));
	await panel.close();
}

/** The node panel with what it finds for the package's name. */
async function takeSearch(scene: Scene, theme: Theme): Promise<void> {
	await withEditor(scene, { theme, width: 1100, height: 720 }, async (editor) => {
		await editor.openNewWorkflow();
		await editor.searchNodes('Phone Service');
		await editor.page.getByTestId('node-creator-item-name').getByText('Phone Service Messaging').waitFor();
		await pictureOf(editor.page.getByTestId('node-creator'), join(imagesFolder, `search-${theme}.png`));
	});
}

/** The trigger's panel after a test event was fetched. */
async function takeTrigger(scene: Scene, theme: Theme): Promise<void> {
	await withEditor(scene, { theme, width: 1600, height: 900 }, async (editor) => {
		const panel = await editor.openNode(exampleId(scene, 'forwarding-notice'), 'Forwarding Changed');
		await panel.execute();
		await pictureOf(editor.page.getByTestId('ndv'), join(imagesFolder, `trigger-${theme}.png`));
	});
}

/** The simulator's page with the conversations of the run and others. */
async function takeSimulator({ browser, simulator }: Scene, theme: Theme): Promise<void> {
	const { method, path } = serviceOperations.sendImessage;
	for (const message of furtherMessages) {
		await axios.request({
			method,
			url: `${simulator.url}${path}`,
			headers: { Authorization: `Bearer ${demoToken}` },
			data: message,
			proxy: false,
		});
	}
	const page = await browser.newPage({ viewport: { width: 1600, height: 900 }, colorScheme: theme });
	await page.goto(simulator.url);
	await pictureDownTo(page.locator('.conversation'), join(imagesFolder, `simulator-${theme}.png`));
	await page.close();
}

void runProgram(async () => {
	await takePictures(temporaryFolder(`${projectPackage.name}-screenshots`));
});

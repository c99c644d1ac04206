import { join } from 'node:path';
import { examplesFolder, exampleWorkflow } from '../n8n/exported-workflow';
import { sharedN8n } from '../support/shared-run';
import { eventually } from './eventually';
import { useEditor } from './use-editor';

const editor = useEditor(sharedN8n());

test('an example is imported by ⋯ → Import → From file', async () => {
	const file = 'look-up-then-message.json';
	await editor().openNewWorkflow();
	const { page } = editor();
	await page.getByTestId('workflow-menu').first().click();
	const chooser = page.waitForEvent('filechooser');
	for (const name of ['Import', 'From file']) await page.getByRole('menuitem', { name, exact: true }).click();
	await (await chooser).setFiles(join(examplesFolder, file));
	const nodes = exampleWorkflow(file).nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
	const shown = page.locator('[data-test-id="canvas-node"][data-node-name]');
	await eventually(async () => {
		const names = await shown.evaluateAll((found) =>
			found.map((node) => node.getAttribute('data-node-name')),
		);
		expect(names.sort()).toEqual(nodes.map(({ name }) => name).sort());
	});
});

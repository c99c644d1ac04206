/** The steps of README.md and examples/README.md, as somebody takes them in the editor. */
import { join } from 'node:path';
import { examplesFolder, exampleWorkflow } from '../n8n/exported-workflow';
import { useService } from '../support/simulated-service';
import { eventually } from './eventually';
import { useEditor } from './use-editor';

const { n8n, simulator, credential } = useService();
const editor = useEditor(n8n);

test('a first message: search for "imessage", choose the action, fill in To and Message, Execute step', async () => {
	await editor().openNewWorkflow();
	await editor().searchNodes('imessage');
	const panel = await editor().pickNode('Phone Service Messaging', 'Send iMessage');
	await panel.chooseCredential(credential().name);
	await panel.type('To', '+12025550199');
	await panel.type('Message', 'Hello from **n8n**');
	await editor().page.getByTestId('node-execute-button').getByText('Execute step', { exact: true }).waitFor();
	await panel.execute();
	await eventually(async () => {
		expect(await panel.outputFields()).toEqual(['to', 'status', 'reason', 'message_id']);
	});
	expect(simulator().outbox).toMatchObject([{ to: '+12025550199', message: 'Hello from **n8n**' }]);
	await panel.close();
});

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

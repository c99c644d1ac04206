/** What people see in n8n's editor, and do there. */
import type { INode, INodeParameters } from 'n8n-workflow';
import type { Locator } from 'playwright-core';
import { until } from '../../scripts/n8n/until';
import { inLine, node, startWithItems } from '../../scripts/n8n/workflow-nodes';
import { useService } from '../support/simulated-service';
import { workflowOf } from '../support/test-workflow';
import { useEditor } from './editor';

const { n8n, simulator, credential } = useService();
const editor = useEditor(n8n, { theme: 'dark' });

/** Stores a workflow with the nodes in a line, and opens it. */
async function opened(...nodes: Array<ReturnType<typeof node>>): Promise<void> {
	const { id } = await n8n.workflows.import(workflowOf(nodes, inLine(nodes)), [credential()]);
	await editor().openWorkflow(id);
}

test('each option shows its whole label', async () => {
	const send = node('Send', 'phoneServiceMessaging', { operation: 'sendImessage' }, { position: [240, 0] });
	await opened(node('Start', 'n8n-nodes-base.manualTrigger'), send);
	const panel = await editor().openPanel('Send');
	const options = await panel.offeredOptions();
	for (const option of options) await panel.addOption(option);
	expect(options).toHaveLength(11);
	// The hours are a group, which has labels of its own.
	const ofOneField = options.filter((option) => option !== 'Only at These Hours');
	await until(async () => {
		expect(await panel.labels()).toEqual(expect.arrayContaining(ofOneField));
		return true;
	});
	expect(await panel.cutLabels()).toEqual([]);
});

/** The height of a row with one line of text in n8n's table, in pixels, and of one with four, as a reason may take there. */
const rowHeight = { oneLine: 27, fourLines: 81 };

/** Sends a list of 30 in the editor, four of them to this number, and gives the rows of n8n's table that are in the first screen of a laptop. */
async function rowsShown(wrong: string, parameters: INodeParameters, settings: Partial<INode> = {}) {
	await editor().page.setViewportSize({ width: 1440, height: 900 });
	const list = Array.from({ length: 30 }, (_, index) => ({
		name: `Person${index + 1}`,
		number: index % 8 === 5 ? wrong : `+1206555${String(index + 1_000)}`,
	}));
	const list30 = { operation: 'sendImessage', to: '={{ $json.number }}', ...parameters };
	const send = node('Send', 'phoneServiceMessaging', list30, settings);
	await opened(...startWithItems(list), send);
	await editor().executeWorkflow();
	const panel = await editor().openPanel('Send');
	const output = editor().page.getByTestId('output-panel');
	await output.getByTestId('ndv-run-data-display-mode').getByText('Table').click();
	await output.locator('tbody tr').first().waitFor();
	const boxes = async (found: Locator) =>
		await found.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
	const [screen] = await boxes(output.locator('[class*="_dataDisplay_"]'));
	const rows = (await boxes(output.locator('tbody tr'))).map(({ height, bottom }) => ({
		height: Math.round(height),
		isShown: bottom <= (screen?.bottom ?? 0),
	}));
	const headings = await boxes(
		output.locator('thead th').filter({ hasText: /^\s*(status|reason|message)\s*$/ }),
	);
	expect(headings.filter(({ right }) => right <= (screen?.right ?? 0))).toHaveLength(2);
	await panel.close();
	return rows;
}

const message = '=Hi {{ $json.name }}';

test('30 rows with four that failed: 15 of them are in the first screen, with status and reason', async () => {
	const rows = await rowsShown('555', { message }, { onError: 'continueRegularOutput' });
	expect(rows.filter(({ isShown }) => isShown).length).toBeGreaterThanOrEqual(15);
	expect(new Set(rows.map(({ height }) => height))).toEqual(new Set(Object.values(rowHeight)));
});

test('a dry run has one line a row: 20 of them are in the first screen, with status and text', async () => {
	const rows = await rowsShown('+12025550199', { message, options: { dryRun: true } });
	expect(new Set(rows.map(({ height }) => height))).toEqual(new Set([rowHeight.oneLine]));
	expect(rows.filter(({ isShown }) => isShown).length).toBeGreaterThanOrEqual(20);
});

test('the first message of the README: found, sent, its number looked up, a bad number gets a clear error, and the text stays when the operation changes', async () => {
	const person = '+12025550198';
	const { page } = editor();
	await editor().openNewWorkflow();
	await editor().searchNodes('imessage');
	const send = await editor().pickNode('Phone Service Messaging', 'Send iMessage');
	await send.chooseCredential(credential().name);
	await send.type('To', person);
	await send.type('Message', 'Hello from **n8n**');
	await page.getByTestId('node-execute-button').getByText('Execute step', { exact: true }).waitFor();
	await send.execute();
	await until(async () => {
		expect(await send.outputFields()).toEqual(['status', 'to', 'message_id']);
		return true;
	});
	await send.close();

	await editor().searchNodes('carrier lookup');
	const lookUp = await editor().pickNode('Phone Service Intelligence', 'Look up number');
	await lookUp.chooseCredential(credential().name);
	await lookUp.type('Phone Number', person);
	await lookUp.execute();
	await until(async () => {
		expect(await lookUp.outputFields()).toEqual(expect.arrayContaining(['carrier', 'line_type', 'imessage']));
		return true;
	});
	await lookUp.close();

	const again = await editor().openPanel('Send iMessage');
	await again.type('To', '12345');
	await page.getByTestId('node-execute-button').click();
	await page
		.getByText(/To has no country code/)
		.first()
		.waitFor();
	expect(simulator().outbox).toMatchObject([{ to: person, message: 'Hello from **n8n**' }]);

	await again.changeOperation('Send WhatsApp');
	await page.getByText('Formatting marks such as **bold**').first().waitFor();
	expect([await again.typed('To'), await again.typed('Message')]).toEqual(['12345', 'Hello from **n8n**']);
});

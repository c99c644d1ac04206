/** What people see in n8n's editor, and do there. */
import { join } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { Locator } from 'playwright-core';
import { leasedNumbers } from '../../simulator/accounts';
import { examplesFolder, exampleWorkflow } from '../n8n/exported-workflow';
import { eventually } from '../n8n/until';
import { inLine, node, startWithItems } from '../n8n/workflow-nodes';
import { leased, token, useService } from '../support/simulated-service';
import { workflowOf } from '../support/test-workflow';
import type { NodePanel } from './node-panel';
import { useEditor } from './use-editor';

const { n8n, simulator, credential } = useService();
const editor = useEditor(n8n);

/** n8n's editor saves by itself. On a busy machine, it may take its own save for somebody else's. */
const ofItsOwnSave = /^Workflow updated elsewhere/;

afterEach(() => {
	expect(editor().toasts.filter((toast) => !ofItsOwnSave.test(toast))).toEqual([]);
});

/** Stores a workflow with the nodes in a line, and opens it. */
async function opened(...nodes: Array<ReturnType<typeof node>>): Promise<void> {
	const { id } = await n8n.workflows.import(workflowOf(nodes, inLine(nodes)), [credential()]);
	await editor().openWorkflow(id);
}

/** Opens the panel of a node behind a manual trigger, or of a trigger. */
async function openedPanel(type: string, parameters?: INodeParameters): Promise<NodePanel> {
	const tested = node('Under Test', type, parameters, { position: [240, 0] });
	const start = type.endsWith('Trigger') ? [] : [node('Start', 'n8n-nodes-base.manualTrigger')];
	await opened(...start, tested);
	return await editor().openPanel(tested.name);
}

test('each option shows its whole label', async () => {
	const panel = await openedPanel('phoneServiceMessaging', { operation: 'sendImessage' });
	const options = await panel.offeredOptions();
	for (const option of options) await panel.addOption(option);
	expect(options).toHaveLength(11);
	// The hours are a group, which has labels of its own.
	const ofOneField = options.filter((option) => option !== 'Only at These Hours');
	await eventually(async () => {
		expect(await panel.labels()).toEqual(expect.arrayContaining(ofOneField));
	});
	expect(await panel.cutLabels()).toEqual([]);
});

test('Your Number finds leased numbers, and keeps the one that is picked (public material)', async () => {
	const panel = await openedPanel('phoneServiceNumbers', { operation: 'getCallForwarding' });
	const number = panel.locator('Your Number');
	const [first = '', second = ''] = leasedNumbers.flatMap((one) =>
		one.number.includes('646') ? one.number : [],
	);
	const found = [first, second].map((one) => expect.stringContaining(one) as string);
	expect(await number.offers({ text: '646', count: 2 })).toEqual(found);
	await number.pick(first);
	await eventually(async () => {
		expect(await number.shown()).toContain(first);
	});
	await panel.execute();
	const last = simulator().requests.at(-1);
	expect(last).toMatchObject({ operationId: 'getCallForwarding' });
	expect(last?.path).toContain(encodeURIComponent(first));
});

test('Your Number says without a list that the number can be typed, and takes it', async () => {
	simulator().set({ publicMaterial: false });
	const panel = await openedPanel('phoneServiceNumbers', { operation: 'disableCallForwarding' });
	const number = panel.locator('Your Number');
	expect(await number.refusal()).toMatch(
		/This provider does not offer a list of leased numbers.*Choose Number in front of the field/s,
	);
	await number.chooseMode('Number');
	expect(await panel.markedLabels()).toEqual(['Your Number']);
	await number.type(leased.imessage);
	await eventually(async () => {
		expect(await panel.markedLabels()).toEqual([]);
	});
	await panel.execute();
	expect(simulator().requests.at(-1)).toMatchObject({ operationId: 'disableCallForwarding' });
});

test('the trigger offers leased numbers to watch, and Fetch Test Event shows its items (sections 2.3 and 3)', async () => {
	const panel = await openedPanel('phoneServiceCallForwardingTrigger');
	await panel.locator('Number').pick(leased.queued);
	await panel.execute();
	await eventually(async () => {
		expect(await panel.outputFields()).toEqual(expect.arrayContaining(['number', 'change', 'test']));
	});
});

test('the node after a lookup sees its fields before anything has run (section 2.6)', async () => {
	await opened(
		node('Start', 'n8n-nodes-base.manualTrigger'),
		node('Lookup', 'phoneServiceIntelligence', {}, { position: [240, 0] }),
		node('After', 'n8n-nodes-base.set', { options: {} }, { typeVersion: 3.4, position: [480, 0] }),
	);
	const panel = await editor().openPanel('After');
	await eventually(async () => {
		expect(await panel.inputPreview('Lookup')).toEqual([
			'number',
			'country',
			'caller_name',
			'line_type',
			'imessage',
			'facetime',
		]);
	});
	expect(simulator().requests).toEqual([]);
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
	const headings = await boxes(output.locator('thead th').filter({ hasText: /^\s*(status|reason)\s*$/ }));
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

test('a dry run has one line a row: 20 of them are in the first screen', async () => {
	const rows = await rowsShown('+12065559999', { message, options: { dryRun: true } });
	expect(new Set(rows.map(({ height }) => height))).toEqual(new Set([rowHeight.oneLine]));
	expect(rows.filter(({ isShown }) => isShown).length).toBeGreaterThanOrEqual(20);
});

test("the credential's dialog says what to enter, hides the token, and says whether it works (section 5)", async () => {
	await openedPanel('phoneServiceFaceTime');
	const { page } = editor();
	await page.getByTestId('credential-edit-button').click();
	const dialog = page.getByTestId('editCredential-modal');
	const field = dialog
		.locator('.parameter-item, [data-test-id="credential-connection-parameter"]')
		.filter({ hasText: 'Access Token' })
		.locator('input')
		.first();
	expect(await field.getAttribute('type')).toBe('password');
	for (const hint of [/console under Tokens/, /https:\/\/api\.contiguity\.com/]) {
		await page.getByText(hint).waitFor();
	}

	const verdict = dialog.locator('.el-tag--success:visible, .el-tag--danger:visible');
	await verdict.waitFor();
	for (const [accessToken, says] of [
		['some-other-token', /does not accept this access token \(401\)/],
		[token, /^Connection tested successfully/],
	] as const) {
		await field.fill(accessToken);
		await dialog.getByTestId('credential-save-button').click();
		await eventually(async () => {
			const details = verdict.getByText('More details');
			if (await details.isVisible()) await details.click();
			expect((await verdict.innerText()).replace(/\s+/g, ' ').trim()).toMatch(says);
		});
	}
});

import type { Locator } from 'playwright-core';
import { inLine, node, startWithItems } from '../n8n/workflow-nodes';
import { useService } from '../support/simulated-service';
import { workflowOf } from '../support/test-workflow';
import { useEditor } from './use-editor';

const { n8n, credential } = useService();
const editor = useEditor(n8n, { width: 1440, height: 900 });

/** The height of a row with one line of text in n8n's table, in pixels, and of one with four, as a reason may take there. */
const rowHeight = { oneLine: 27, fourLines: 81 };

test('30 rows with four that failed: 15 of them and their status are in the first screen, with the hint that some failed', async () => {
	const list = Array.from({ length: 30 }, (_, index) => ({
		name: `Person${index + 1}`,
		number: index % 8 === 5 ? '555' : `+1206555${String(index + 1_000)}`,
	}));
	const send = node(
		'Send',
		'phoneServiceMessaging',
		{ operation: 'sendImessage', to: '={{ $json.number }}', message: '=Hi {{ $json.name }}' },
		{ onError: 'continueRegularOutput' },
	);
	const line = [...startWithItems(list), send];
	const { id } = await n8n.workflows.import(workflowOf(line, inLine(line)), [credential()]);
	await editor().openWorkflow(id);
	await editor().executeWorkflow();
	const panel = await editor().openPanel('Send');
	const output = editor().page.getByTestId('output-panel');
	await output.getByTestId('ndv-run-data-display-mode').getByText('Table').click();
	await output.locator('tbody tr').first().waitFor();
	const boxes = async (found: Locator) =>
		await found.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
	const [screen] = await boxes(output.locator('[class*="_dataDisplay_"]'));
	const isShown = ({ left, right, top, bottom }: DOMRect) =>
		screen && left >= screen.left && right <= screen.right && top >= screen.top && bottom <= screen.bottom;
	const isInHeight = ({ top, bottom }: DOMRect) => screen && top >= screen.top && bottom <= screen.bottom;
	const rows = output.locator('tbody tr');
	const shown = (await boxes(rows)).filter(isInHeight);
	expect(shown.length).toBeGreaterThanOrEqual(15);
	expect(new Set(shown.map(({ height }) => Math.round(height)))).toEqual(new Set(Object.values(rowHeight)));
	const accepted = await boxes(rows.filter({ hasText: 'accepted' }));
	expect(new Set(accepted.map(({ height }) => Math.round(height)))).toEqual(new Set([rowHeight.oneLine]));
	const status = output.locator('thead th').filter({ hasText: /^\s*status\s*$/ });
	expect((await boxes(status)).filter(isShown)).toHaveLength(1);
	await panel.close();
});

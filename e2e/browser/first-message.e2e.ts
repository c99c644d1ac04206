/** The first message of the README, as people send it in n8n's editor. */
import { until } from '../n8n/until';
import { useService } from '../support/simulated-service';
import { useBrowser } from './chromium';
import { Editor } from './editor';
import type { NodePanel } from './node-panel';

const { n8n, simulator, credential } = useService();
const browser = useBrowser();

/** Waits until the output of a node has these fields. */
async function hasOutput(panel: NodePanel, ...fields: string[]): Promise<void> {
	await until(async () => {
		const shown = await panel.outputFields();
		return fields.every((field) => shown.includes(field));
	}, 5_000);
}

test('found, sent, its number looked up, and a bad number gets a clear error', async () => {
	const person = '+12025550198';
	const editor = await Editor.open(browser(), n8n, { theme: 'dark', width: 1440, height: 900 });
	const { page } = editor;
	await editor.openNewWorkflow();
	await editor.searchNodes('imessage');
	const send = await editor.pickNode('Phone Service Messaging', 'Send iMessage');
	await send.chooseCredential(credential().name);
	await send.type('To', person);
	await send.type('Message', 'Hello from **n8n**');
	await page.getByTestId('node-execute-button').getByText('Execute step', { exact: true }).waitFor();
	await send.execute();
	await hasOutput(send, 'status', 'reason', 'to', 'message_id');
	await send.close();

	await editor.searchNodes('carrier lookup');
	const lookUp = await editor.pickNode('Phone Service Intelligence', 'Look up number');
	await lookUp.chooseCredential(credential().name);
	await lookUp.type('Phone Number', person);
	await lookUp.execute();
	await hasOutput(lookUp, 'carrier', 'line_type', 'imessage');
	await lookUp.close();

	const again = await editor.openPanel('Send iMessage');
	await again.type('To', '12345');
	await page.getByTestId('node-execute-button').click();
	await page
		.getByText(/To has no country code/)
		.first()
		.waitFor();
	expect(simulator().outbox).toMatchObject([{ to: person, message: 'Hello from **n8n**' }]);
});

/** The first message of README.md, and steps 3 to 6 of docs/verification-video.md, as somebody takes them in the editor. */
import { post } from '../support/message-trigger';
import { sharedN8n } from '../support/shared-run';
import { leased, serviceCredential, useSimulator } from '../support/simulated-service';
import { useEditor } from './use-editor';
import { eventually, until } from '../n8n/until';

const n8n = sharedN8n();
const simulator = useSimulator();
const editorOf = useEditor(n8n, { width: 1280, height: 800 });

const person = '+12025550199';

test('a message is sent, its number looked up, and a bad number gets a clear error', async () => {
	const editor = editorOf();
	const { name } = await serviceCredential(n8n, simulator().url);
	await editor.openNewWorkflow();
	await editor.searchNodes('imessage');
	const send = await editor.pickNode('Phone Service Messaging', 'Send iMessage');
	await send.chooseCredential(name);
	await send.type('To', person);
	await send.type('Message', 'Hello from **n8n**');
	await editor.page.getByTestId('node-execute-button').getByText('Execute step', { exact: true }).waitFor();
	await send.execute();
	await eventually(async () => {
		expect(await send.outputFields()).toEqual(['status', 'reason', 'to', 'message_id']);
	});
	await send.close();

	await editor.searchNodes('carrier lookup');
	const lookUp = await editor.pickNode('Phone Service Intelligence', 'Look up number');
	await lookUp.chooseCredential(name);
	await lookUp.type('Phone Number', person);
	await lookUp.execute();
	await eventually(async () => {
		expect(await lookUp.outputFields()).toEqual(expect.arrayContaining(['carrier', 'line_type', 'imessage']));
	});
	await lookUp.close();

	const again = await editor.openPanel('Send iMessage');
	await again.type('To', '12345');
	await editor.page.getByTestId('node-execute-button').click();
	await editor.page
		.getByText(/To has no country code/)
		.first()
		.waitFor();
	expect(simulator().outbox).toMatchObject([{ to: person, message: 'Hello from **n8n**' }]);
});

test('a trigger and a Reply are published, and who writes is answered', async () => {
	const editor = editorOf();
	const { name } = await serviceCredential(n8n, simulator().url);
	await editor.openNewWorkflow();
	await editor.searchNodes('incoming message');
	const trigger = await editor.pickNode('Phone Service Messaging', 'On message received');
	await trigger.chooseCredential(name);
	const webhookUrl = await trigger.productionUrl();
	await trigger.close();

	await editor.searchNodes('reply');
	const reply = await editor.pickNode('Phone Service Messaging', 'Reply to message with words');
	await reply.chooseCredential(name);
	await reply.type('Message', 'Thank you!');
	await reply.close();

	await editor.publish();
	await until(async () => (await post(webhookUrl, '{}', {})).status === 401);
	simulator().set({ webhookUrl });
	await simulator().write({ channel: 'imessage', from: person, to: leased.imessage, text: 'Hello?' });
	const [answer] = await until(() => simulator().outbox.length > 0 && simulator().outbox, 60_000);
	expect(answer).toMatchObject({ to: person, from: leased.imessage, message: 'Thank you!' });
});

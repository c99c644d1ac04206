/** Files of items in a real n8n, which serves them to the simulator: whatever made them, each comes byte for byte. */
import { createHash, randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { recipients } from '../test/support/histories';
import { photo as receivedPhoto } from '../simulator/attachments';
import { fillForm } from '../scripts/n8n/filled-form';
import { failureOf, jsonOf } from '../scripts/n8n/n8n-executions';
import { exampleWorkflow } from '../scripts/n8n/exported-workflow';
import { until } from '../scripts/n8n/until';
import { calledWorkflow } from '../scripts/n8n/called-workflow';
import { calledItems, inLine, node, startWithItems } from '../scripts/n8n/workflow-nodes';
import { agentBehind, useChatModel } from './support/agent-workflow';
import { ownN8n } from './support/shared-run';
import { leased, serviceCredential, useService } from './support/simulated-service';
import { patiently, plainSend, workflowOf } from './support/test-workflow';

const { n8n, simulator, credential } = useService();
const chat = useChatModel(n8n);

/** What came with each message, by its recipient. */
function came() {
	return simulator().outbox.map(({ to, files }) => [to, ...files.map(({ fetched: file }) => file?.sha256)]);
}

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

const team = '+12025550199';
const person = '+12065550133';

test('the photo of a form: the example sends it', async () => {
	const workflow = exampleWorkflow('send-the-file-of-a-form.json');
	const { id } = await n8n.workflows.import(workflow, [credential()]);
	await n8n.workflows.activate(id);
	const bytes = Buffer.from('a photo, or nearly one');
	const file = new File([bytes], 'my photo.jpg', { type: 'image/jpeg' });
	const [execution] = await n8n.executions.startedBy(id, async () => {
		await fillForm(n8n, workflow, ['Ada', file]);
	});
	const ended = await n8n.executions.ended(String(execution));
	expect(failureOf(ended)).toBeUndefined();
	expect(came()).toEqual([[team, hash(bytes)]]);
	const [url = ''] = simulator().outbox[0]?.attachments ?? [];
	expect(url).toMatch(/\/rest\/binary-data\/signed\?token=[\w.-]+&file=\/my%20photo\.jpg$/);
	expect(JSON.stringify(ended.data)).not.toContain('token=');
	// n8n has moved what the form received by now.
	const later = await fetch(url);
	expect([later.status, hash(await later.text())]).toEqual([200, hash(bytes)]);
	await n8n.workflows.deactivate(id);
});

test('a photo that somebody sent: the example forwards it', async () => {
	const workflow = exampleWorkflow('forward-what-somebody-sent.json');
	const webhookId = randomUUID();
	const nodes = workflow.nodes.map((one) => (one.webhookId ? { ...one, webhookId } : one));
	const { id } = await n8n.workflows.import({ ...workflow, nodes }, [credential()]);
	await n8n.workflows.activate(id);
	simulator().set({ webhookUrl: `${n8n.url}/webhook/${webhookId}/webhook` });
	simulator().write({ from: person, to: leased.imessage, text: 'Look', photo: true });
	await until(() => simulator().outbox.length > 0, 60_000);
	expect(came()).toEqual([[team, hash(receivedPhoto)]]);
	await n8n.workflows.deactivate(id);
});

const sends: Array<[string, INodeParameters]> = [
	['sendImessage', { message: 'Hello' }],
	['sendWhatsapp', { message: 'Hello', from: leased.whatsapp }],
	['sendText', { message: '', from: leased.sms }],
	['reply', { conversation: 'chosen', channel: 'imessage', to: person, from: leased.imessage }],
];

/** Makes a file of the text of each item. */
const toFile = node(
	'File',
	'n8n-nodes-base.convertToFile',
	{ operation: 'toText', sourceProperty: 'text', options: { fileName: 'Menü & more.txt' } },
	{ typeVersion: 1.1 },
);

test('a file that Convert to File made goes by all four operations, and stays with the row for the next one', async () => {
	const text = 'Soup\r\nŠpätzle\n';
	const nodes = sends.map(([operation, parameters]) =>
		node(operation, 'phoneServiceMessaging', {
			operation,
			...(operation !== 'reply' && { to: person }),
			inputDataFieldNames: ['data'],
			...parameters,
		}),
	);
	const line = [...startWithItems([{ text }]), toFile, ...nodes];
	const { id } = await n8n.workflows.import(workflowOf(line, inLine(line)), [credential()]);
	const execution = await n8n.execute(id);
	expect(failureOf(execution)).toBeUndefined();
	expect(came()).toEqual(sends.map(() => [person, hash(text)]));
});

test("an agent's tool sends the files of the item that the agent works on", async () => {
	const tool = node('Send', 'phoneServiceMessagingTool', {
		...plainSend,
		to: person,
		message: "={{ $fromAI('message', 'Text', 'string') }}",
		inputDataFieldNames: ['data'],
	});
	const workflow = agentBehind([...startWithItems([{ text: 'Soup' }]), toFile], [tool], chat.agentVersion);
	chat.model.follow(() => [[{ arguments: { message: 'Here it is' } }]]);
	const { id } = await n8n.workflows.import(workflow, [credential(), chat.credential]);
	expect(failureOf(await n8n.execute(id))).toBeUndefined();
	expect(came()).toEqual([[person, hash('Soup')]]);
});

test('a list with files, n8n is killed in the middle: Retry sends the rest, each file once', async () => {
	const own = await ownN8n('files');
	try {
		const service = await serviceCredential(own, simulator().url);
		const people = recipients(8).map(({ to }) => to);
		simulator().fault({ kind: 'timeout', processed: true, match: { recipient: people[4] } });
		const send = node(
			'Send',
			'phoneServiceMessaging',
			{ ...plainSend, ...patiently, to: "={{ $('Items').item.json.to }}", inputDataFieldNames: ['data'] },
			{ onError: 'continueRegularOutput' },
		);
		const { call } = await calledWorkflow(own, [service], (path) => {
			const line = [...calledItems(path), toFile, send];
			return workflowOf(line, inLine(line));
		});
		const [id = ''] = await call({ items: people.map((to) => ({ to, text: `For ${to}` })) });
		await until(() => simulator().outbox.length > 4, 60_000);
		await own.kill();
		simulator().clearFaults();
		simulator().held.releaseAll();
		await own.startAgain();
		expect((await own.executions.ended(id)).status).toBe('crashed');
		const retried = await own.executions.ended(await own.executions.retryStarted(id));
		const told = jsonOf<{ to: string; status: string }>(retried, 'Send');
		const unknown = told.flatMap(({ to, status }) => (status === 'unknown' ? [to] : []));
		expect(unknown).toContain(people[4]);
		// One whose request was cut off on its way has got nothing, and is told as unknown.
		const arrived = new Set(came().map(([to]) => to));
		const expected = people.filter((to) => arrived.has(to) || !unknown.includes(to));
		expect(came().sort()).toEqual(expected.map((to) => [to, hash(`For ${to}`)]).sort());
		expect(told.map(({ status }) => status)).toContain('accepted');
	} finally {
		await own.stop();
	}
}, 300_000);

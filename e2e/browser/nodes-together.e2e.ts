/** Conversations and lists, as somebody goes from node to node in the editor. */
import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';
import type { Locator } from 'playwright-core';
import { failureOf } from '../n8n/n8n-executions';
import { inLine, node, startWithItems } from '../n8n/workflow-nodes';
import { agentBehind, useChatModel } from '../support/agent-workflow';
import { leased, useService } from '../support/simulated-service';
import { workflowOf } from '../support/test-workflow';
import { eventually } from './eventually';
import { useEditor } from './use-editor';

const { n8n, simulator, credential } = useService();
const chat = useChatModel(n8n);
const editor = useEditor(n8n, { width: 1440, height: 900 });

const person = '+12025550162';
const options = { messagesPerSecond: 0 };

/** The height of a row with one line of text in n8n's table, in pixels, and of one with four, as a reason may take there. */
const rowHeight = { oneLine: 27, fourLines: 81 };

const trigger = (webhookId: string): INode =>
	node('Trigger', 'phoneServiceMessagingTrigger', {}, { webhookId, typeVersion: 2 });

/** Publishes a workflow, has a person write to it over these channels, and waits until each message was dealt with. */
async function written(id: string, webhookId: string, channels: Array<'imessage' | 'text' | 'whatsapp'>) {
	await n8n.workflows.activate(id);
	simulator().set({ webhookUrl: `${n8n.url}/webhook/${webhookId}/webhook` });
	for (const channel of channels) {
		const [execution = ''] = await n8n.executions.startedBy(id, () =>
			simulator().write({ channel, from: person, to: leased.whatsapp, text: 'Thank you!' }),
		);
		expect(failureOf(await n8n.executions.ended(execution))).toBeUndefined();
	}
	await n8n.workflows.deactivate(id);
}

test('a message is marked as read, typing is shown, an agent thinks, and Reply needs its text alone', async () => {
	const webhookId = randomUUID();
	chat.model.follow(() => []);
	const signal = (name: string, operation: string) =>
		node(name, 'phoneServiceConversations', { operation, options });
	const reply = node('Reply', 'phoneServiceMessaging', {
		operation: 'reply',
		replyMessage: '={{ $json.output }}',
		options,
	});
	const before = [trigger(webhookId), signal('Read', 'markAsRead'), signal('Typing', 'showTyping')];
	const workflow = agentBehind(before, [], chat.agentVersion, [reply]);
	workflow.nodes.forEach((one, index) => (one.position = [300 * index, 0]));
	const { id } = await n8n.workflows.import(workflow, [credential(), chat.credential]);
	await editor().openWorkflow(id);
	for (const [name, fields] of [
		['Read', ['Operation', 'Conversation']],
		['Reply', ['Operation', 'Conversation', 'Message', 'Attachments']],
	] as const) {
		const panel = await editor().openPanel(name);
		const labels = await panel.labels();
		expect(labels).toEqual(expect.arrayContaining([...fields]));
		for (const other of ['Channel', 'To', 'Reply To', 'Reply From']) expect(labels).not.toContain(other);
		expect(await panel.markedLabels()).toEqual([]);
		await panel.close();
	}
	await written(id, webhookId, ['imessage']);
	expect(simulator().signals).toMatchObject([{ kind: 'read' }, { kind: 'typing' }]);
	expect(simulator().outbox).toMatchObject([{ channel: 'imessage', to: person, from: leased.whatsapp }]);
});

test('React: one reaction for three channels', async () => {
	const webhookId = randomUUID();
	const react = node('React', 'phoneServiceConversations', { operation: 'react', options });
	const line = [trigger(webhookId), react];
	const { id } = await n8n.workflows.import(workflowOf(line, inLine(line)), [credential()]);
	await editor().openWorkflow(id);
	const panel = await editor().openPanel('React');
	await panel.choose('Reaction', '😂 Laugh');
	await panel.close();
	await editor().page.keyboard.press('Control+s');
	await eventually(async () => {
		const { nodes } = await n8n.workflows.get(id);
		expect(nodes.find(({ name }) => name === 'React')?.parameters.reaction).toBe('laugh');
	});
	await written(id, webhookId, ['imessage', 'text', 'whatsapp']);
	const sent = simulator().requests.map(({ body }) => body as { tapback?: string; reaction?: string });
	expect(sent.map(({ tapback, reaction }) => tapback ?? reaction)).toEqual(['laugh', 'haha', '😂']);
});

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

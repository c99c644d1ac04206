import type { INodeParameters } from 'n8n-workflow';
import { recipient } from '../test/support/operations';
import { agentBehind, useChatModel } from './support/agent-workflow';
import type { ToolCall } from '../scripts/n8n/fake-chat-model';
import { failureOf, jsonOf } from '../scripts/n8n/n8n-executions';
import { linkIn, submitted } from '../scripts/n8n/question-page';
import { until } from '../scripts/n8n/until';
import { untilWaiting } from './support/asked-question';
import { leased, useService } from './support/simulated-service';
import { node, startWithItems } from '../scripts/n8n/workflow-nodes';

const { n8n, simulator, credential } = useService();
const reviewer = '+12025550198';
const chat = useChatModel(n8n);

const options = { messagesPerSecond: 0 };
const asks = { to: reviewer, from: leased.imessage, options };
const review = node('Review', 'phoneServiceMessagingHitlTool', asks);
/** The tools behind the review; the one that sends has these options. */
const reviewed = (ofSend: INodeParameters) => [
	node('Send', 'phoneServiceMessagingTool', {
		operation: 'sendImessage',
		to: recipient,
		message: "={{ $fromAI('message', 'The text', 'string') }}",
		options: { ...options, ...ofSend },
	}),
	node('Forward', 'phoneServiceNumbersTool', {
		operation: 'disableCallForwarding',
		number: leased.imessage,
	}),
];

/** Waits for so many questions, and answers what the last one says and how to answer it. */
async function question(execution: string, count: number) {
	const asked = () => simulator().outbox.filter(({ to }) => to === reviewer);
	await until(() => asked().length === count);
	await untilWaiting(n8n, execution);
	const text = String(asked().at(-1)?.message);
	const link = await linkIn(simulator(), reviewer);
	return { text, link, answer: async (fields: Record<string, string>) => await submitted(link, fields) };
}

/** A call of a tool as n8n has the model make it where the tool is reviewed. */
function call(tool: string, toolParameters: Record<string, string> = {}): ToolCall {
	return { tool, arguments: { toolParameters, hitlParameters: {} } };
}

const hello = call('Send', { message: 'Hello <you>' });
const approve = { decision: 'approve' };
const decline = { decision: 'decline', 'field-0': 'Not this' };

/** Starts an agent whose model makes these calls in one turn. */
async function started(calls: ToolCall[], ofSend: INodeParameters = {}): Promise<string> {
	const tools = reviewed(ofSend);
	chat.model.follow(() => [calls]);
	const workflow = agentBehind(startWithItems([{ chatInput: 'Write to them' }]), [review], chat.agentVersion);
	workflow.nodes.push(...tools);
	for (const { name } of tools) {
		workflow.connections[name] = { ai_tool: [[{ node: 'Review', type: 'ai_tool', index: 0 }]] };
	}
	const { id } = await n8n.workflows.import(workflow, [credential(), chat.credential]);
	return await n8n.workflows.run(id);
}

/** What was asked of the service beside the questions. */
function done() {
	return simulator().requests.filter(({ body }) => (body as { to?: string } | null)?.to !== reviewer);
}

test('declined with a reason, which the agent gets as feedback: nothing is sent', async () => {
	const execution = await started([hello]);
	await (await question(execution, 1)).answer(decline);
	const [said] = jsonOf(await n8n.executions.ended(execution), 'Agent');
	expect(said?.output).toMatch(/provided feedback: .*Not this/);
	expect(done()).toEqual([]);
});

test('two tools called in one turn: each has its own question and link, and the one that is approved runs', async () => {
	const execution = await started([hello, call('Forward')]);
	const isSend = (text: string) => text.startsWith('Send?\nMessage: Hello <you>\n');
	const first = await question(execution, 1);
	expect(done()).toEqual([]);
	await first.answer(isSend(first.text) ? approve : decline);
	const second = await question(execution, 2);
	expect(second.link).not.toBe(first.link);
	expect([isSend(first.text), isSend(second.text)].sort()).toEqual([false, true]);
	const late = await first.answer(isSend(first.text) ? decline : approve);
	expect(late.data).toContain('No longer open');
	await second.answer(isSend(second.text) ? approve : decline);
	expect(failureOf(await n8n.executions.ended(execution))).toBeUndefined();
	expect(done()).toMatchObject([
		{ operationId: 'sendImessage', body: { to: recipient, message: 'Hello <you>' } },
	]);
});

test.each<INodeParameters>([{ idempotencyKey: 'order 1' }, { campaign: 'spring' }])(
	'two calls with %j, both approved: the person gets one message',
	async (ofSend) => {
		const execution = await started([hello, hello], ofSend);
		for (const count of [1, 2]) await (await question(execution, count)).answer(approve);
		expect(failureOf(await n8n.executions.ended(execution))).toBeUndefined();
		expect(done()).toMatchObject([{ operationId: 'sendImessage', body: { to: recipient } }]);
	},
);

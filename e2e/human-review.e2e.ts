import { recipient } from '../test/support/operations';
import { agentWith, useChatModel } from './support/agent-workflow';
import type { ToolCall } from './support/fake-chat-model';
import { failureOf, jsonOf, type Execution } from './n8n/n8n-executions';
import { linkIn, submitted } from './n8n/question-page';
import { until } from './n8n/until';
import { sharedN8n } from './support/n8n-session';
import { leased, useCredential, useSimulator } from './support/simulated-service';
import { node } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
const reviewer = '+12025550198';
const credential = useCredential(n8n, simulator);
const chat = useChatModel(n8n);

const noRate = { messagesPerSecond: 0 };
const send = node('Send', 'phoneServiceMessagingTool', {
	operation: 'sendImessage',
	to: recipient,
	message: "={{ $fromAI('message', 'The text', 'string') }}",
	options: noRate,
});
const forward = node('Forward', 'phoneServiceNumbersTool', {
	operation: 'disableCallForwarding',
	number: leased.imessage,
});

/** Starts an agent whose tools wait for a review, and whose model calls them as planned. */
async function started(calls: ToolCall[][], tools = [send]): Promise<string> {
	chat.model.follow(() => calls);
	const review = node('Review', 'phoneServiceMessagingHitlTool', { to: reviewer, options: noRate });
	const workflow = agentWith([review], [{ chatInput: 'Write to them' }], chat.agentVersion);
	for (const tool of tools) {
		workflow.nodes.push(tool);
		workflow.connections[tool.name] = { ai_tool: [[{ node: 'Review', type: 'ai_tool', index: 0 }]] };
	}
	const { id } = await n8n.workflows.import(workflow, [credential(), chat.credential]);
	return await n8n.workflows.run(id);
}

/** Waits for a question (the first one, unless told), and answers what it says and how to answer it. */
async function question(execution: string, count = 1) {
	await until(() => simulator().outbox.filter(({ to }) => to === reviewer).length === count);
	const asked = await n8n.executions.ended(execution, { orWaits: true });
	expect(failureOf(asked)).toBeUndefined();
	expect(asked.status).toBe('waiting');
	const link = await linkIn(simulator(), reviewer);
	const text = simulator().outbox.findLast(({ to }) => to === reviewer)?.message;
	return { link, text, answer: async (fields: Record<string, string>) => await submitted(link, fields) };
}

function said(execution: Execution): string {
	return jsonOf<{ output: string }>(execution, 'Agent')
		.map(({ output }) => output)
		.join('\n');
}

/** The messages that went to others than the one who reviews. */
function messagesSent() {
	return simulator().outbox.filter(({ to }) => to !== reviewer);
}

/** A call of a tool as n8n has the model make it where the tool is reviewed. */
function call(tool: string, toolParameters: Record<string, string> = {}): ToolCall {
	return { tool, arguments: { toolParameters, hitlParameters: {} } };
}

const hello = call('Send', { message: 'Hello <you>' });

test('approved: the tool runs with what was approved', async () => {
	const execution = await started([[hello]]);
	const { text, answer } = await question(execution);
	expect(text).toMatch(/The agent wants to run this tool: Send[^]*Hello <you>/);
	expect(messagesSent()).toEqual([]);
	await answer({ decision: 'approve' });
	const done = await n8n.executions.ended(execution);
	expect(failureOf(done)).toBeUndefined();
	expect(messagesSent()).toMatchObject([{ to: recipient, message: 'Hello <you>' }]);
	expect(said(done)).toMatch(/imsg_/);
});

test('declined with a reason, which the agent gets as feedback: nothing is sent', async () => {
	const execution = await started([[hello]]);
	const { answer } = await question(execution);
	await answer({ decision: 'decline', 'field-0': 'Say it in French' });
	const done = await n8n.executions.ended(execution);
	expect(messagesSent()).toEqual([]);
	expect(said(done)).toMatch(/provided feedback: .*Say it in French/);
});

test('two tools called in one turn: each has its own question and link, and its own answer counts', async () => {
	const calls = [[hello, call('Forward')]];
	const execution = await started(calls, [send, forward]);
	const first = await question(execution);
	await first.answer({ decision: 'decline', 'field-0': 'Not this' });
	const second = await question(execution, 2);
	expect(second.link).not.toBe(first.link);
	const tools = [first, second].map(({ text }) => /run this tool: (\w+)/.exec(String(text))?.[1]);
	expect([...tools].sort()).toEqual(['Forward', 'Send']);
	const late = await first.answer({ decision: 'approve' });
	expect(late.data).toContain('No longer open');
	await second.answer({ decision: 'approve' });
	const done = await n8n.executions.ended(execution);
	expect(failureOf(done)).toBeUndefined();
	const changes = simulator().requests.filter(({ operationId }) => operationId === 'disableCallForwarding');
	const run = [...messagesSent().map(() => 'Send'), ...changes.map(() => 'Forward')];
	expect(run).toEqual([tools[1]]);
});

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { useShortWaits } from '../support/clock';
import { node, runWorkflow, serviceNode, type WorkflowJson } from '../support/engine';
import { credential, leased, plainImessage, simulator, useSimulator } from '../support/simulated';

useSimulator();
useShortWaits();

const to = "={{ $fromAI('to') }}";

/** An agent that gives each item to its tool as arguments. */
function agentWorkflow(
	items: IDataObject[],
	parameters: INodeParameters = { ...plainImessage, to },
	{ type = 'phoneServiceMessagingTool', ...settings }: Partial<INode> = {},
	agent = 'Agent',
): WorkflowJson {
	const tool = { toolDescription: 'A tool', ...parameters };
	return {
		nodes: [
			node('Items', 'items', { items: items as never }),
			node(agent, 'agent', {}),
			serviceNode('Tool', type, tool, settings),
		],
		connections: {
			Items: { main: [[{ node: agent, type: 'main', index: 0 }]] },
			Tool: { ai_tool: [[{ node: agent, type: 'ai_tool', index: 0 }]] },
		},
	};
}

async function told(...workflow: Parameters<typeof agentWorkflow>): Promise<unknown[]> {
	const finished = await runWorkflow(agentWorkflow(...workflow), credential());
	return finished.json('Agent').map(({ answer }) => answer);
}

test('an agent that works on several items calls the tool for each, also twice for the same', async () => {
	const recipients = ['+12025550160', '+12025550161', '+12025550160'];
	const items = recipients.map((one) => ({ to: one }));
	expect(await told(items)).toEqual(items.map(() => expect.stringContaining('imsg_')));
	expect(simulator().outbox.map((message) => message.to)).toEqual(recipients);
});

const given = (mode: string) => ({
	__rl: true,
	mode,
	value: "={{ $fromAI('number', 'A leased number', 'string') }}",
});
const ofNumbers = { type: 'phoneServiceNumbersTool' };

test.each<[string, INodeParameters, Partial<INode>]>([
	['the sender of a message', { ...plainImessage, to: '+12025550160', from: given('number') }, {}],
	['one of the list', { operation: 'getCallForwarding', number: given('list') }, ofNumbers],
	['one that was typed', { operation: 'getCallForwarding', number: given('number') }, ofNumbers],
	[
		'one of several',
		{
			operation: 'configureNumber',
			number: leased.immediate,
			failover: 'selected',
			selectedNumbers: { entries: [{ entry: given('number') }] },
		},
		ofNumbers,
	],
])(
	'a leased number, for which n8n offers a list, may come from the model: %s',
	async (_, parameters, settings) => {
		const number = leased.imessageToo;
		expect(await told([{ number }], parameters, settings)).toEqual([expect.stringContaining(number)]);
	},
);

describe('Retry On Fail of a tool', () => {
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 5_000 };
	const doubtful = /may have sent this message already/;
	const message = "={{ $fromAI('message') }}";

	/** What an agent gets to know that makes these calls at once. */
	async function toldAtOnce(calls: IDataObject[]): Promise<unknown[]> {
		const all = { ...plainImessage, to, message };
		const workflow = agentWorkflow(calls, all, settings, 'Agent of All at Once');
		const finished = await runWorkflow(workflow, credential());
		return finished.json('Agent of All at Once').map(({ answer }) => answer);
	}

	test('does not send again what may have been sent', async () => {
		const [answer] = await told([{ to: '+12025550146' }], { ...plainImessage, to }, settings);
		expect(answer).toMatch(doubtful);
		expect(simulator().outbox).toHaveLength(1);
	});

	test.each(['+12025550160', '+12025550161'])(
		'does not, whatever another call succeeds that the agent makes at once: the other one to %s',
		async (other) => {
			simulator().fault({ kind: 'resetAfter', match: { recipient: '+12025550160' } });
			simulator().fault({ kind: 'latency', ms: 1_000, match: { recipient: '+12025550161' } });
			const calls = ['+12025550160', other].map((recipient) => ({ to: recipient, message: 'Hello' }));
			expect(await toldAtOnce(calls)).toEqual([
				expect.stringMatching(doubtful),
				expect.stringContaining('imsg_'),
			]);
			expect(simulator().outbox.map((sent) => sent.to)).toEqual(calls.map((call) => call.to));
		},
	);

	test('of one call sends its message, whatever others to the same person the agent makes at once', async () => {
		simulator().fault({ kind: 'status', status: 400 });
		await toldAtOnce(['one', 'two', 'three'].map((text) => ({ to: '+12025550160', message: text })));
		const texts = simulator().outbox.map((sent) => sent.message);
		expect(texts.sort()).toEqual(['one', 'three', 'two']);
	});
});

test('a text with a gap by the model is not sent, and the model is told which', async () => {
	const items = ['null', 'Ada'].map((name) => ({ to: '+12025550160', name }));
	const message = "=Hi {{ $fromAI('name') }}, see you";
	expect(await told(items, { ...plainImessage, to, message })).toEqual([
		expect.stringMatching(/^Message has an expression that gives "null": \{\{ \$fromAI\('name'\) \}\}\. /),
		expect.stringContaining('imsg_'),
	]);
	expect(simulator().outbox).toMatchObject([{ message: 'Hi Ada, see you' }]);
});

test.each([
	['The contract is null and void', "={{ $fromAI('message') }}", true],
	['x is undefined in your code', "={{ $fromAI('message', 'The text (short)', 'string') }}", true],
	[
		'Enjoy the Infinity pool',
		"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('message', ``, 'string') }}",
		true,
	],
	['undefined', "={{ $fromAI('message') }}", false],
	[' null', "={{ $fromAI('message') }}", false],
	['Ada', "={{ $fromAI('message') + $fromAI('to').nam }}", false],
])(
	'a text by the model may have any word, but is none of them alone: %j by %s',
	async (text, message, isSent) => {
		await told([{ to: '+12025550160', message: text }], { ...plainImessage, to, message });
		expect(simulator().outbox.map((sent) => sent.message)).toEqual(isSent ? [text] : []);
	},
);

test.each(['Hi Ada,\n[Your Name]', 'See you on {date}'])(
	'a text that a model has not finished is not sent, and the model is told what is missing: %j',
	async (message) => {
		const items = [{ to: '+12025550160', message }];
		const parameters = { ...plainImessage, to, message: "={{ $fromAI('message') }}" };
		expect(await told(items, parameters)).toEqual([
			expect.stringMatching(
				/^Message is not finished\. 1 message has ".+" in the text\. Nobody fills that in/,
			),
		]);
		expect(simulator().requests).toEqual([]);
	},
);

test('the model is told that a message was not sent', async () => {
	const options = { dryRun: true };
	const [answer] = await told([{ to: '+12025550160' }], { ...plainImessage, to, options });
	expect(answer).toMatch(/"status":"checked","reason":"Not sent"/);
	expect(simulator().requests).toEqual([]);
});

test.each<[string, string, INodeParameters, RegExp]>([
	[
		'a wrong value: the rule that it breaks, in the message itself',
		'(202) 555-0160',
		{},
		/^To has no country code: "\(202\) 555-0160"\. Did you mean \+1 202 555 0160\? Begin with the country code/,
	],
	[
		'an idempotency key, where nothing is recorded',
		'+12025550160',
		{ options: { idempotencyKey: 'order 7' } },
		/^The idempotency key or campaign could not be recorded, so the message was not sent\. n8n keeps no record where an MCP Server Trigger, or an AI Agent before version 3, calls .+ offer that by a Call n8n Sub-Workflow Tool/,
	],
	[
		'an option that it does not have',
		'+12025550160',
		{ options: { dryrun: true } },
		/^dryrun is no option of Send iMessage\. Did you mean dryRun\?/,
	],
	[
		'a question as a plain tool, which cannot wait',
		'+12025550160',
		{ operation: 'sendAndWait' },
		/cannot be a tool of an agent/,
	],
])('the model is told of %s, and nothing is sent', async (_, recipient, parameters, answer) => {
	expect(await told([{ to: recipient }], { ...plainImessage, to, ...parameters })).toEqual([
		expect.stringMatching(answer),
	]);
	expect(simulator().requests).toEqual([]);
});

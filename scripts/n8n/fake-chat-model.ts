import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';

/** A call of a tool that the model asks for. */
export interface ToolCall {
	/** The tool's name as n8n offers it; the first one offered unless told. */
	tool?: string;
	arguments: Record<string, unknown>;
}

/** A tool as n8n offers it to the model: the parts of the chat completions API that matter here. */
export interface OfferedTool {
	name: string;
	description?: string;
	/** JSON schema of the arguments. */
	parameters: { type: string; properties?: Record<string, { type?: string; description?: string }> };
}

interface Message {
	role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
	content: string | null;
	tool_calls?: unknown[];
}

/** What n8n asked the model. */
export interface ChatRequest {
	messages: Message[];
	tools?: Array<{ type: 'function'; function: OfferedTool }>;
}

/** The tool calls of each of the model's turns, made from the tools that it is offered; none means the final answer. */
type Plan = (tools: OfferedTool[]) => ToolCall[][];

/** A running fake of a chat model. */
export type FakeChatModel = Awaited<ReturnType<typeof startFakeChatModel>>;

/**
 * Starts an HTTP server with the chat completions API of OpenAI on a free port of 127.0.0.1. In each conversation it
 * calls tools as planned, turn by turn, and then answers with what the last tool has answered, or with what `say` makes.
 */
export async function startFakeChatModel(
	say: (request: ChatRequest) => string = () => `No tool was called ${randomUUID()}`,
) {
	const requests: ChatRequest[] = [];
	let plan: Plan = () => [];
	const server = Fastify({ forceCloseConnections: true });
	server.post<{ Body: ChatRequest }>('/v1/chat/completions', (request, reply) => {
		requests.push(request.body);
		const message = nextMessage(request.body, plan, say);
		return reply.send({
			id: 'chatcmpl-fake',
			object: 'chat.completion',
			created: Math.floor(Date.now() / 1_000),
			model: 'fake',
			choices: [{ index: 0, message, finish_reason: message.tool_calls ? 'tool_calls' : 'stop' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		});
	});
	const url = await server.listen({ port: 0, host: '127.0.0.1' });
	return {
		/** Its base URL, as a credential for an OpenAI-compatible service takes it. */
		url: `${url}/v1`,
		/** Everything that it was asked. */
		requests,
		/** Sets what it does in each conversation from now on. */
		follow: (next: Plan) => {
			plan = next;
		},
		stop: async () => await server.close(),
	};
}

function nextMessage(request: ChatRequest, plan: Plan, say: (request: ChatRequest) => string) {
	const { messages, tools = [] } = request;
	const offered = tools.map(({ function: tool }) => tool);
	const made = messages.reduce((count, { tool_calls: calls }) => count + (calls?.length ?? 0), 0);
	const calls = nextTurn(plan(offered), made);
	if (calls.length === 0) {
		const said = messages.findLast(({ role }) => role === 'tool')?.content ?? say(request);
		return { role: 'assistant', content: said };
	}
	return {
		role: 'assistant',
		content: null,
		tool_calls: calls.map(({ tool = offered[0]?.name, arguments: given }, index) => ({
			index,
			id: `call_${String(made + index)}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(given) },
		})),
	};
}

/** The calls that follow the first `made` ones. n8n may tell the calls of one turn as several turns. */
function nextTurn(turns: ToolCall[][], made: number): ToolCall[] {
	let before = 0;
	for (const calls of turns) {
		if (before >= made) return calls;
		before += calls.length;
	}
	return [];
}

import type { INode } from 'n8n-workflow';
import { chatModelCredential, type CredentialReference } from '../../scripts/n8n/n8n-credentials';
import type { N8n } from '../../scripts/n8n/n8n';
import type { ExportedWorkflow } from '../../scripts/n8n/exported-workflow';
import { inLine, node } from '../../scripts/n8n/workflow-nodes';
import { startFakeChatModel, type FakeChatModel } from '../../scripts/n8n/fake-chat-model';
import { workflowOf } from './test-workflow';

/** A fake chat model for the tests of a file, a credential for it, and the version of the AI Agent, in an n8n. */
export function useChatModel(n8n: N8n) {
	const used = {} as { model: FakeChatModel; credential: CredentialReference; agentVersion: number };
	beforeAll(async () => {
		used.model = await startFakeChatModel();
		used.credential = await n8n.credentials.create(chatModelCredential(used.model.url));
		used.agentVersion = await newestAgentVersion(n8n);
	});
	beforeEach(() => {
		used.model.requests.length = 0;
	});
	afterAll(async () => await used.model.stop());
	return used;
}

const langchain = '@n8n/n8n-nodes-langchain';

/** The version of the AI Agent that this n8n gives to new workflows. */
export async function newestAgentVersion(n8n: N8n): Promise<number> {
	const { data } = await n8n.rest.get<NodeType[]>('/types/nodes.json', { baseURL: n8n.url });
	const versions = data.filter(({ name }) => name === `${langchain}.agent`).flatMap(({ version }) => version);
	return Math.max(...versions);
}

interface NodeType {
	name: string;
	version: number | number[];
}

/** These nodes → AI Agent (named Agent) with a chat model and these tools. */
export function agentBehind(start: INode[], tools: INode[], agentVersion: number): ExportedWorkflow {
	const agent = node(
		'Agent',
		`${langchain}.agent`,
		{ promptType: 'define', text: '=Do it, {{ JSON.stringify($json) }}', options: {} },
		{ typeVersion: agentVersion },
	);
	const model = node(
		'Model',
		`${langchain}.lmChatOpenAi`,
		{ model: { __rl: true, mode: 'id', value: 'fake' }, responsesApiEnabled: false, options: {} },
		{ typeVersion: 1.3 },
	);
	const line = [...start, agent];
	const connections = inLine(line);
	connections.Model = { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] };
	for (const { name } of tools) {
		connections[name] = { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] };
	}
	return workflowOf([...line, model, ...tools], connections);
}

import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { CalledWorkflow } from '../e2e/n8n/called-workflow';
import type { CredentialReference } from '../e2e/n8n/n8n-credentials';
import { startN8n, type N8nInstance } from '../e2e/n8n/n8n-instance';
import { installTarball } from '../e2e/n8n/package-tarball';
import { temporaryFolder } from '../e2e/n8n/temporary-folder';
import { calledItems, inLine, node, workflowNamed } from '../e2e/n8n/workflow-nodes';
import { leasedNumbers } from '../simulator/accounts';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { post } from './incoming';
import { recipient } from './nodes/recipient';
import { storedCredentials } from './support/stored-credentials';
import { median } from './support/statistics';

/** Messages of a run, and messages that come in, one after the other. */
export const messagesOfRun = 50;
export const messagesIn = 20;

/** What the simulator takes for each request, in milliseconds. */
export const latencyMs = 20;

/** Seconds of Wait for More. */
const waitForMore = 1;

/** What one option costs. */
export interface ConversationResult {
	name: string;
	/** Requests to the service for each message. */
	requests: number;
	/** Milliseconds for each message. */
	ms: number;
}

const [from] = leasedNumbers.map(({ number }) => number) as [string];

/** The options of a send that are compared; each run has a campaign of its own. */
const sends: Record<string, INodeParameters> = {
	'Send: no option': {},
	'Send: Campaign Name': { campaignName: '={{ $execution.id }}' },
	'Send: Respect Opt-Outs': { respectOptOuts: 'sendIfUnknown' },
	'Send: Campaign Name, New Contacts per Day': {
		campaignName: '={{ $execution.id }}',
		newContactsPerDay: 1_000,
	},
};

/** Of the trigger. */
const triggers: Record<string, INodeParameters> = {
	'Trigger: no option': {},
	'Trigger: Answer Open Questions, where none is open': { answerOpenQuestions: true },
	[`Trigger: Wait for More, ${waitForMore} s`]: { waitForMore },
};

/** Sends to people who have no conversation: the time of the node, by what n8n keeps of its run. */
async function send(
	n8n: N8nInstance,
	simulator: Simulator,
	credentials: CredentialReference[],
	campaign: INodeParameters,
): Promise<Omit<ConversationResult, 'name'>> {
	const parameters = {
		to: '={{ $json.to }}',
		from,
		message: 'Hello',
		options: { campaign: { campaign }, pace: { pace: { messagesPerSecond: 0 } } },
	};
	const workflow = await CalledWorkflow.published(n8n, credentials, (path) => {
		const line = [...calledItems(path), node('Send', 'phoneServiceMessaging', parameters)];
		return workflowNamed(`Send ${path}`, line, inLine(line));
	});
	simulator.reset();
	const items = Array.from({ length: messagesOfRun }, (_, index) => ({ ...recipient(index) }));
	const { data, status } = await n8n.executions.ended(await workflow.call({ items }));
	const [run] = data.resultData.runData.Send ?? [];
	if (status !== 'success' || !run) throw new Error(`The run that sends ended with status "${status}"`);
	return {
		requests: simulator.requests.length / messagesOfRun,
		ms: run.executionTime / messagesOfRun,
	};
}

/** Takes messages, one after the other: from the request of the webhook until the execution has ended. */
async function take(
	n8n: N8nInstance,
	simulator: Simulator,
	credentials: CredentialReference[],
	options: INodeParameters,
): Promise<Omit<ConversationResult, 'name'>> {
	const webhookId = randomUUID();
	const parameters = { events: ['messageReceived'], options };
	const trigger = node('Trigger', 'phoneServiceMessagingTrigger', parameters, { webhookId, typeVersion: 2 });
	const { id } = await n8n.workflows.import(workflowNamed(webhookId, [trigger], {}), credentials);
	await n8n.workflows.activate(id);
	simulator.reset();
	const took: number[] = [];
	for (let index = 0; index < messagesIn; index += 1) {
		const known = (await n8n.executions.list(id)).map((execution) => execution.id);
		const { at } = await post(`${n8n.url}/webhook/${webhookId}/webhook`);
		const execution = await n8n.executions.ended(await n8n.executions.appeared(id, known));
		took.push(Date.parse(String(execution.stoppedAt)) - at);
	}
	return { requests: simulator.requests.length / messagesIn, ms: median(took) };
}

/** Measures what the options cost that read conversations. */
export async function measureConversations(tarball: string): Promise<ConversationResult[]> {
	const userFolder = temporaryFolder('phone-service-bench-conversations');
	installTarball(tarball, userFolder);
	const simulator = await startSimulator({ settings: { sendRate: false, latencyMs } });
	const n8n = await startN8n({ userFolder });
	try {
		const credentials = await storedCredentials(n8n, simulator.url);
		const results: ConversationResult[] = [];
		const measure = async (name: string, of: () => Promise<Omit<ConversationResult, 'name'>>) => {
			await of();
			results.push({ name, ...(await of()) });
		};
		for (const [name, options] of Object.entries(sends)) {
			await measure(name, async () => await send(n8n, simulator, credentials, options));
		}
		for (const [name, options] of Object.entries(triggers)) {
			await measure(name, async () => await take(n8n, simulator, credentials, options));
		}
		return results;
	} finally {
		await n8n.stop();
		await simulator.stop();
	}
}

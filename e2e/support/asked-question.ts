import type { INodeParameters } from 'n8n-workflow';
import type { Simulator } from '../../simulator/simulator';
import { leased } from '../../test/support/leased-numbers';
import { calledWorkflow } from '../../scripts/n8n/called-workflow';
import type { CredentialReference } from '../../scripts/n8n/n8n-credentials';
import type { N8n } from '../../scripts/n8n/n8n';
import { nextSecond } from '../../scripts/n8n/until';
import { calledItems } from '../../scripts/n8n/workflow-nodes';
import { messageWorkflow, type MessageWorkflow } from './message-trigger';
import { behind } from './test-workflow';

/** Who is asked. */
export const person = '+12025550199';

/** The parameters of a node that asks somebody. */
export function asking(parameters: INodeParameters): INodeParameters {
	const ask = { operation: 'sendAndWait', to: person, message: 'Deploy **now**?' };
	return { ...ask, ...parameters, options: { messagesPerSecond: 0, ...(parameters.options as object) } };
}

/** Asks somebody in a production execution, and answers its id. */
export async function askedByCall(
	n8n: N8n,
	credential: CredentialReference,
	parameters: INodeParameters = {},
): Promise<string> {
	const { call } = await calledWorkflow(n8n, [credential], (path) =>
		behind(calledItems(path), 'phoneServiceMessaging', asking(parameters)),
	);
	const [execution] = await call({ items: [{ order: 1 }] });
	return String(execution);
}

/** Waits until an execution waits for an answer. */
export async function untilWaiting(n8n: N8n, execution: string): Promise<void> {
	expect((await n8n.executions.ended(execution, { orWaits: true })).status).toBe('waiting');
}

/** A published trigger that answers open questions, to which the simulator sends its events. */
export async function answeringTrigger(
	n8n: N8n,
	simulator: Simulator,
	credential: CredentialReference,
): Promise<MessageWorkflow> {
	const parameters = { events: ['messageReceived'], options: { answerOpenQuestions: true } };
	const trigger = await messageWorkflow(n8n, credential, { parameters });
	simulator.set({ webhookUrl: trigger.url(n8n) });
	return trigger;
}

/** Asks the person from our number, and gives the execution that waits, once the person may answer in the chat. */
export async function question(
	n8n: N8n,
	credential: CredentialReference,
	{ options, ...parameters }: INodeParameters = {},
): Promise<string> {
	const ask = {
		from: leased.imessage,
		...parameters,
		options: { answerInChat: true, ...(options as object) },
	};
	const execution = await askedByCall(n8n, credential, ask);
	await untilWaiting(n8n, execution);
	await nextSecond();
	return execution;
}

/** What an answer in the chat says beside the answer itself. */
export const inChat = { respondedAt: expect.any(String), respondedIn: 'chat', responder: person };

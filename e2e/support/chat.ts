import type { Simulator } from '../../simulator/simulator';
import { leased } from '../../test/support/leased-numbers';
import type { N8n } from '../n8n/n8n';
import type { CredentialReference } from '../n8n/n8n-credentials';
import { nextSecond } from '../n8n/until';
import { askedByCall, person, untilWaiting } from './asked-question';
import { messageWorkflow, type MessageWorkflow } from './message-trigger';

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
export async function question(n8n: N8n, credential: CredentialReference): Promise<string> {
	const parameters = { from: leased.imessage, options: { answerInChat: true } };
	const execution = await askedByCall(n8n, credential, parameters);
	await untilWaiting(n8n, execution);
	await nextSecond();
	return execution;
}

/** What an answer in the chat says beside the answer itself. */
export const inChat = { respondedAt: expect.any(String), respondedIn: 'chat', responder: person };

/** Writes as the person to our number, and waits until the event is answered. */
export async function written(simulator: Simulator, text: string): Promise<number | null> {
	simulator.write({ from: person, to: leased.imessage, text });
	await simulator.webhook.settled();
	return simulator.events.at(-1)?.answers.at(-1)?.status ?? null;
}

import type { Simulator } from '../../simulator/simulator';
import type { N8n } from '../n8n/n8n';
import { MessageList } from '../support/message-list';
import { recipients } from '../support/reached';
import { serviceCredential } from '../support/simulated-service';
import type { Workers } from './use-workers';

/** How long the service takes for a message. */
const latencyMs = 2_000;

/** Has a worker send a list of 60 messages, and answers when the service has accepted half of them. */
export async function halfSentList(n8n: N8n, simulator: () => Simulator, workers: Workers) {
	simulator().set({ latencyMs });
	const credential = await serviceCredential(n8n, simulator().url);
	const list = await MessageList.published(n8n, simulator, credential, { text: 'Hello' });
	const executionId = await list.called();
	const worker = await workers.workerOf(executionId);
	await list.hasSent(recipients.length / 2);
	return { list, executionId, worker };
}

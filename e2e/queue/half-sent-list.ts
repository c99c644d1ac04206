import type { IDataObject } from 'n8n-workflow';
import { jsonOf, type Execution } from '../n8n/n8n-executions';
import type { N8n } from '../support/n8n-session';
import { serviceCredential, type SimulatorOfTests } from '../support/simulated-service';
import { itemsThroughOrCalled, underTest } from '../support/test-workflow';
import { until } from '../support/until';
import { CalledWorkflow } from './called-workflow';
import type { WorkerName, Workers } from './use-workers';

const recipients = Array.from({ length: 60 }, (_, index) => `person-${String(index)}@example.com`);

/** The default of *Requests at Once*. */
const requestsAtOnce = 10;

/** An execution that a worker is in the middle of. */
export interface HalfSentList {
	workflowId: string;
	executionId: string;
	worker: WorkerName;
}

/**
 * Has a worker send a list of 60 messages, each of which takes `latencyMs`, and answers when the service has accepted
 * half of them. The workflow can be run by hand as well.
 */
export async function halfSentList(
	n8n: N8n,
	simulator: SimulatorOfTests,
	workers: Workers,
	latencyMs: number,
): Promise<HalfSentList> {
	simulator().set({ latencyMs });
	const credential = await serviceCredential(n8n, simulator().url);
	const parameters = {
		operation: 'sendImessage',
		to: '={{ $json.to }}',
		message: 'Hello',
		options: { messagesPerSecond: 0 },
	};
	const items: IDataObject[] = recipients.map((to) => ({ to }));
	const workflow = await CalledWorkflow.published(n8n, credential, (path) =>
		itemsThroughOrCalled(path, 'phoneServiceMessaging', parameters, items, {
			onError: 'continueRegularOutput',
		}),
	);
	const executionId = await workflow.call();
	const worker = await workers.workerOf(executionId);
	await until(() => simulator().outbox.length >= recipients.length / 2);
	return { workflowId: workflow.id, executionId, worker };
}

/** What became of the 60 in the end. */
export interface Reached {
	/** How many got more than one message. */
	twice: number;
	/** How many got none and are not told as unknown either. */
	forgotten: number;
	/** How many are told as unknown. */
	unknown: number;
}

/** What became of the 60 after the execution that was to send the rest. */
export function reached(simulator: SimulatorOfTests, rest: Execution): Reached {
	const messages = new Map<string, number>();
	for (const { to } of simulator().outbox) messages.set(to, (messages.get(to) ?? 0) + 1);
	const told = jsonOf<{ details?: { outcome?: string } }>(rest, underTest);
	const unknown = recipients.filter((_, index) => told[index]?.details?.outcome === 'unknown');
	return {
		twice: recipients.filter((to) => (messages.get(to) ?? 0) > 1).length,
		forgotten: recipients.filter((to) => !messages.has(to) && !unknown.includes(to)).length,
		unknown: unknown.length,
	};
}

/** At most as many are unknown as were under way, and as many again whose sending was noted together with theirs. */
export const mostUnknown = 2 * requestsAtOnce;

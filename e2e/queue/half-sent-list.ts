import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../n8n/n8n-executions';
import type { N8n } from '../n8n/n8n';
import { reached, recipients, type Reached } from '../support/reached';
import { serviceCredential, type SimulatorOfTests } from '../support/simulated-service';
import { itemsThroughOrCalled } from '../support/test-workflow';
import { until } from '../n8n/until';
import { CalledWorkflow } from '../n8n/called-workflow';
import type { WorkerName, Workers } from './use-workers';

/** An execution that a worker is in the middle of. */
export interface HalfSentList {
	workflowId: string;
	executionId: string;
	worker: WorkerName;
}

/** How long the service takes for a message: the second half of the list takes three times as long. */
const latencyMs = 2_000;

/**
 * Has a worker send a list of 60 messages, and answers when the service has accepted half of them. The workflow can be
 * run by hand as well.
 */
export async function halfSentList(
	n8n: N8n,
	simulator: SimulatorOfTests,
	workers: Workers,
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
	const workflow = await CalledWorkflow.published(n8n, [credential], (path) =>
		itemsThroughOrCalled(path, 'phoneServiceMessaging', parameters, items, {
			onError: 'continueRegularOutput',
		}),
	);
	const executionId = await workflow.call();
	const worker = await workers.workerOf(executionId);
	await until(() => simulator().outbox.length >= recipients.length / 2);
	return { workflowId: workflow.id, executionId, worker };
}

/** What became of the 60 after the execution that was to send the rest. */
export function reachedAfter(simulator: SimulatorOfTests, rest: Execution): Reached {
	return reached(
		recipients,
		simulator().outbox.map(({ to }) => to),
		rest,
	);
}

import type { INodeParameters } from 'n8n-workflow';
import type { Simulator } from '../../simulator/simulator';
import { severalNumbers } from '../../test/support/locators';
import type { CredentialReference } from '../../scripts/n8n/n8n-credentials';
import { jsonOf } from '../../scripts/n8n/n8n-executions';
import type { N8n } from '../../scripts/n8n/n8n';
import { leased } from './simulated-service';
import { inLine, node } from '../../scripts/n8n/workflow-nodes';
import { workflowOf } from './test-workflow';
import { until } from '../../scripts/n8n/until';

/** Seconds between polls at {@link often}. n8n takes no poll time of less than a minute, but as many poll times as one likes. */
const pollSeconds = 2;

/** Poll times at these seconds of every minute. */
export function pollsAt(seconds: number[]): INodeParameters {
	return {
		item: seconds.map((second) => ({ mode: 'custom', cronExpression: `${String(second)} * * * * *` })),
	};
}

/** Poll times all the while. */
export const often = pollsAt(Array.from({ length: 60 / pollSeconds }, (_, index) => index * pollSeconds));

/** The leased number that the trigger watches. */
export const number = leased.queued;

/** Stores a workflow that the trigger starts, and answers its id. */
export async function triggered(
	n8n: N8n,
	credential: CredentialReference,
	parameters: INodeParameters = {},
): Promise<string> {
	const trigger = node('Trigger', 'phoneServiceCallForwardingTrigger', {
		pollTimes: often,
		numbers: severalNumbers(number),
		...parameters,
	});
	const line = [trigger, node('After', 'n8n-nodes-base.noOp')];
	const { id } = await n8n.workflows.import(workflowOf(line, inLine(line)), [credential]);
	return id;
}

/** How often the trigger has looked. */
export function polls({ requests }: Simulator): number {
	return requests.filter(({ operationId }) => operationId === 'getCallForwarding').length;
}

/** Waits for this many further polls; the longest time between two is a minute. */
export async function further(simulator: Simulator, count: number): Promise<void> {
	const before = polls(simulator);
	await until(() => polls(simulator) >= before + count, 75_000);
}

/** What every execution of the workflow has given out that did not fail. */
export async function emitted(n8n: N8n, workflowId: string): Promise<unknown[]> {
	const ended = await n8n.executions.allEnded(workflowId);
	return ended.flatMap((execution) => jsonOf(execution, 'After'));
}

/** The item of the disabling, which is seen the first time as queued or as applied. */
export const disabled = {
	number,
	change: 'disabled',
	call_forwarding: { enabled: false, to: null, status: 'active', estimated_completion: null },
	previous: expect.objectContaining({ enabled: expect.any(Boolean) }),
	first_seen: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
};

/** Nobody twice and nobody left out where executions are near each other. */
import { CalledWorkflow } from './n8n/called-workflow';
import type { ExportedWorkflow } from './n8n/exported-workflow';
import { failureOf } from './n8n/n8n-executions';
import { calledItems, inLine, node } from './n8n/workflow-nodes';
import { MessageList } from './support/message-list';
import { sharedN8n } from './support/shared-run';
import { recipients } from './support/reached';
import { useCredential, useSimulator } from './support/simulated-service';
import { plainSend, workflowOf } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
const credential = useCredential(n8n, simulator);

const sentTo = () => simulator().outbox.map(({ to }) => to);

/** A webhook, a node that asks the service for each item, and a send to each. */
function earlierNode(path: string): ExportedWorkflow {
	const line = [
		...calledItems(path),
		node('Earlier', 'phoneServiceFaceTime', {
			operation: 'checkFaceTimeAvailability',
			to: '={{ $json.to }}',
		}),
		node('Send', 'phoneServiceMessaging', { ...plainSend, to: '={{ $json.address }}' }),
	];
	return workflowOf(line, inLine(line));
}

test('the same webhook body on two days; one refused and Retry on the first, an earlier node failed and Retry on the second: all get both messages', async () => {
	const workflow = await CalledWorkflow.published(n8n, [credential()], earlierNode);
	const body = { items: recipients.map((to) => ({ to })) };
	simulator().fault({ kind: 'status', status: 403, match: { recipient: recipients[7] } });
	const first = await n8n.executions.ended(await workflow.call(body));
	expect(first.status).toBe('error');
	expect(failureOf(await n8n.executions.retried(first.id))).toBeUndefined();
	expect(sentTo().sort()).toEqual([...recipients].sort());

	simulator().fault({ kind: 'status', status: 403, match: { operationId: 'checkFaceTimeAvailability' } });
	const second = await n8n.executions.ended(await workflow.call(body));
	expect(second.status).toBe('error');
	expect(sentTo()).toHaveLength(60);
	expect(failureOf(await n8n.executions.retried(second.id))).toBeUndefined();
	expect(sentTo().slice(60).sort()).toEqual([...recipients].sort());
});

test('two overlapping runs by hand: each message is sent once, and none is unknown', async () => {
	const list = await MessageList.published(n8n, simulator, credential(), { text: 'Overlapping' });
	simulator().set({ latencyMs: 500 });
	const first = await list.started('By Hand');
	await list.hasSent(15);
	const second = await n8n.executions.ended(await list.started('By Hand'));
	for (const told of [await n8n.executions.ended(first), second]) {
		expect(list.reached(told)).toEqual({ accepted: 60, twice: 0, forgotten: 0, unknown: 0 });
	}
});

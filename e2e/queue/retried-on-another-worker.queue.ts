import { failureOf, jsonOf } from '../n8n/n8n-executions';
import { sharedN8n } from '../support/n8n-session';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { calledWithItems, underTest } from '../support/test-workflow';
import { CalledWorkflow } from '../n8n/called-workflow';
import { otherThan, useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
const workers = useWorkers();

test('an execution that failed on one worker is retried on the other: only what was not accepted is sent', async () => {
	const recipients = Array.from({ length: 20 }, (_, index) => `person-${String(index)}@example.com`);
	simulator().fault({ kind: 'status', status: 403, match: { recipient: 'person-7@example.com' } });
	const credential = await serviceCredential(n8n, simulator().url);
	const workflow = await CalledWorkflow.published(n8n, [credential], (path) =>
		calledWithItems(path, 'phoneServiceMessaging', {
			operation: 'sendImessage',
			to: '={{ $json.to }}',
			message: 'Hello',
			options: { messagesPerSecond: 0 },
		}),
	);
	const failed = await n8n.executions.ended(await workflow.call({ items: recipients.map((to) => ({ to })) }));
	expect(failureOf(failed)).toMatch(/403 Forbidden/);
	expect(simulator().requests).toHaveLength(20);

	const worker = await workers.workerOf(failed.id);
	await workers.stop(worker);
	const retried = await n8n.executions.retried(failed.id);
	expect(retried).toMatchObject({ status: 'success', mode: 'retry' });
	expect(await workers.workerOf(retried.id)).toBe(otherThan(worker));

	expect(simulator().requests).toHaveLength(21);
	expect(
		simulator()
			.outbox.map(({ to }) => to)
			.sort(),
	).toEqual([...recipients].sort());
	const ids = new Map(simulator().outbox.map(({ to, message_id: id }) => [to, id]));
	expect(jsonOf(retried, underTest)).toMatchObject(recipients.map((to) => ({ message_id: ids.get(to) })));
});

import { jsonOf } from './n8n/n8n-executions';
import { sharedN8n } from './support/n8n-session';
import { useCredential, useSimulator } from './support/simulated-service';
import { itemsThrough } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
const credential = useCredential(n8n, simulator);

const good = { to: '+12025550199', customer: 'C-1' };
const forbidden = { to: '+12025550141', customer: 'C-2' };
const processedThenServerError = { to: '+12025550145', customer: 'C-3' };
const wrong = { to: '555', customer: 'C-4' };

const send = {
	operation: 'sendImessage',
	to: '={{ $json.to }}',
	message: 'Hello',
	options: { messagesPerSecond: 0 },
};

const sent = expect.objectContaining({
	...good,
	status: 'accepted',
	message_id: expect.stringMatching(/^imsg_/),
}) as object;

/** What each failed item says (sections 2.2 and 7), beside the input's own fields. */
const failed = (row: object, status: string, reason: RegExp, details: object) => ({
	...row,
	status,
	message_id: null,
	reason: expect.stringMatching(reason),
	details: expect.objectContaining(details),
});

const failures = [
	failed(forbidden, 'failed', /403 Forbidden/, { outcome: 'rejected', status: 403 }),
	failed(processedThenServerError, 'unknown', /500 Internal/, { outcome: 'unknown', status: 500 }),
	failed(wrong, 'failed', /^To has no country code: "555"$/, { outcome: 'notSent' }),
];

test('the error output gets the failed items with their own fields, the others go on', async () => {
	const items = [good, forbidden, processedThenServerError, wrong];
	const settings = { onError: 'continueErrorOutput' } as const;
	const workflow = itemsThrough('phoneServiceMessaging', send, items, settings);
	const { id } = await n8n.workflows.import(workflow, [credential()]);
	const execution = await n8n.execute(id);
	expect(execution.status).toBe('success');
	expect(jsonOf(execution, 'Good')).toEqual([sent]);
	expect(jsonOf(execution, 'Bad')).toEqual(failures);
	expect(simulator().requests).toHaveLength(3);
});

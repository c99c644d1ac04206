import { jsonOf } from './n8n/n8n-executions';
import { sharedN8n } from './support/shared-run';
import { useCredential, useSimulator } from './support/simulated-service';
import { itemsThrough, plainSend } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
const credential = useCredential(n8n, simulator);

test('the error output gets the failed items with their own fields, the others go on', async () => {
	const good = { to: '+12025550199', customer: 'C-1' };
	const forbidden = { to: '+12025550141', customer: 'C-2' };
	const settings = { onError: 'continueErrorOutput' } as const;
	const workflow = itemsThrough('phoneServiceMessaging', plainSend, [good, forbidden], settings);
	const { id } = await n8n.workflows.import(workflow, [credential()]);
	const execution = await n8n.execute(id);
	expect(execution.status).toBe('success');
	expect(jsonOf(execution, 'Good')).toMatchObject([{ ...good, status: 'accepted' }]);
	expect(jsonOf(execution, 'Bad')).toMatchObject([
		{ ...forbidden, status: 'failed', details: { outcome: 'rejected', status: 403 } },
	]);
	expect(simulator().requests).toHaveLength(2);
});

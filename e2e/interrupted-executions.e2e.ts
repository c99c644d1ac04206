import { failureOf } from './n8n/n8n-executions';
import type { Starter } from './support/list-workflow';
import { MessageList } from './support/message-list';
import { sharedN8n } from './support/shared-run';
import { expectTheRestWasSent, recipients } from './support/reached';
import { nothingUnderWay, useCredential, useSimulator } from './support/simulated-service';

const n8n = sharedN8n();
const simulator = useSimulator();
const credential = useCredential(n8n, simulator);

test.each<Starter>(['By Hand', 'Call'])(
	'%s, stopped by the user in the middle of 60 messages: the next run by hand sends the rest',
	async (by) => {
		const list = await MessageList.published(n8n, simulator, credential(), { text: 'Stopped' });
		simulator().set({ latencyMs: 1_500 });
		const executionId = await list.started(by);
		await list.hasSent(20);
		await n8n.executions.stop(executionId);
		expect((await n8n.executions.ended(executionId)).status).toBe('canceled');
		await nothingUnderWay(simulator);
		expect(list.sentTo().length).toBeLessThan(60);
		simulator().set({ latencyMs: 0 });

		const next = await n8n.executions.ended(await list.started('By Hand'));
		expectTheRestWasSent(`stopped, ${by}, run by hand`, list.reached(next));
	},
);

test.each(['Execute step', 'Retry'])(
	'one of 20 messages refused, by hand, then %s: the one is sent',
	async (then) => {
		const twenty = recipients.slice(0, 20);
		const all = { text: 'Refused', to: twenty, settings: { onError: 'stopWorkflow' } as const };
		const list = await MessageList.published(n8n, simulator, credential(), all);
		simulator().fault({ kind: 'status', status: 403, match: { recipient: twenty[7] } });
		const failed = await n8n.executions.ended(await list.started('By Hand'));
		expect(failureOf(failed)).toMatch(/403/);
		expect(list.sentTo()).toHaveLength(19);
		const rest =
			then === 'Retry'
				? await n8n.executions.retried(failed.id)
				: await n8n.executions.ended(await list.stepExecuted(failed));
		expect(rest.status).toBe('success');
		expect(list.reached(rest)).toEqual({ accepted: 20, twice: 0, forgotten: 0, unknown: 0 });
	},
);

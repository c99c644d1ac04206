import { setTimeout as wait } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { startSimulator } from '../simulator/simulator';
import {
	disable,
	disabled,
	emitted,
	further,
	often,
	number,
	polls,
	pollsAt,
	triggered,
} from './support/forwarding-trigger';
import { serviceCredential } from './support/simulated-service';
import { ownN8n } from './support/test-folders';
import { jsonOf } from './n8n/n8n-executions';
import { until } from './n8n/until';

const durableCursors = {
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

/**
 * Two polls a minute, the first one when n8n should be up again. With durable cursors n8n makes up for polls that it
 * has missed all at once, each from the same cursor; these are too far apart for that.
 */
function twiceAMinute(): INodeParameters {
	const secondsToStartAgain = 25;
	const first = new Date(Date.now() + secondsToStartAgain * 1_000).getSeconds();
	return pollsAt([first, (first + 30) % 60]);
}

/** Kills an n8n with this environment while a change is applied, and answers what its trigger tells after the next start. */
async function toldAfterKill(name: string, env: NodeJS.ProcessEnv, pollTimes: () => INodeParameters) {
	const service = await startSimulator();
	const n8n = await ownN8n(name, env);
	try {
		const credential = await serviceCredential(n8n, service.url);
		const workflowId = await triggered(n8n, credential, { pollTimes: pollTimes() });
		service.set({ forwardingDelayMs: 4_000 });
		await n8n.workflows.activate(workflowId);
		expect(polls(service)).toBeGreaterThan(0);
		await disable(n8n, credential);
		await n8n.kill();
		await wait(4_000);

		await n8n.startAgain();
		await n8n.executions.next(workflowId);
		await further(service, 1);
		await wait(2_000);
		return await emitted(n8n, workflowId);
	} finally {
		await n8n.stop();
		await service.stop();
	}
}

test("n8n killed while a change is applied, with n8n's defaults and with durable poll cursors: it is told once after the next start, and not again", async () => {
	const told = await Promise.all([
		toldAfterKill('defaults', {}, () => often),
		toldAfterKill('durable-cursors', durableCursors, twiceAMinute),
	]);
	expect(told).toEqual([[disabled], [disabled]]);
}, 240_000);

test('the service answers 500 while n8n starts, longer than n8n repeats an activation: polls go on, failed executions say why, and the change comes once', async () => {
	const service = await startSimulator();
	const n8n = await ownN8n('failing-service');
	try {
		const credential = await serviceCredential(n8n, service.url);
		const pollTimes = pollsAt([0, 10, 20, 30, 40, 50]);
		const workflowId = await triggered(n8n, credential, { pollTimes });
		await n8n.workflows.activate(workflowId);
		await n8n.stop();
		service.fault({ kind: 'status', status: 500, times: 0 });
		service.changeForwarding(number, null, 0);

		await n8n.startAgain();
		await wait(25_000);
		const failed = await n8n.executions.allEnded(workflowId);
		expect(failed.length).toBeGreaterThan(1);
		for (const { status, data } of failed) {
			expect(status).toBe('error');
			expect(data.resultData.error?.message).toMatch(/^Call forwarding of .* could not be read: .*500/);
		}

		service.clearFaults();
		const succeeded = async () =>
			(await n8n.executions.allEnded(workflowId)).filter(({ status }) => status === 'success');
		await until(async () => (await succeeded()).length > 0);
		await further(service, 2);
		expect((await succeeded()).flatMap((execution) => jsonOf(execution, 'After'))).toEqual([disabled]);
	} finally {
		await n8n.stop();
		await service.stop();
	}
}, 240_000);

/** A change of call forwarding is told once, although n8n is killed, or the service fails while n8n starts. */
import { setTimeout as wait } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { startSimulator, type Simulator } from '../simulator/simulator';
import type { N8nInstance } from '../scripts/n8n/n8n-instance';
import {
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
import { until } from '../scripts/n8n/until';
import { ownN8n } from './support/shared-run';

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

/** An n8n of its own with this environment, in which the trigger is published, and what happens to it until it has told. */
async function told(
	name: string,
	env: NodeJS.ProcessEnv,
	pollTimes: () => INodeParameters,
	happens: (n8n: N8nInstance, service: Simulator, workflowId: string) => Promise<void>,
): Promise<unknown[]> {
	const service = await startSimulator();
	const n8n = await ownN8n(name, env);
	try {
		const credential = await serviceCredential(n8n, service.url);
		const workflowId = await triggered(n8n, credential, { pollTimes: pollTimes() });
		await n8n.workflows.activate(workflowId);
		await until(() => polls(service) > 0);
		await happens(n8n, service, workflowId);
		await until(async () => (await emitted(n8n, workflowId)).length > 0, 90_000);
		await further(service, 2);
		return await emitted(n8n, workflowId);
	} finally {
		await n8n.stop();
		await service.stop();
	}
}

/** n8n is killed while a change is applied. */
async function kill(n8n: N8nInstance, service: Simulator): Promise<void> {
	service.changeForwarding(number, null, 4_000);
	await n8n.kill();
	await wait(4_000);
	await n8n.startAgain();
}

/** The service answers 500 while n8n starts, longer than n8n repeats an activation. */
async function fail(n8n: N8nInstance, service: Simulator, workflowId: string): Promise<void> {
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
}

test("with n8n's defaults, with durable poll cursors, and where the service answers 500: the change is told once, and not again", async () => {
	const each = await Promise.all([
		told('defaults', {}, () => often, kill),
		told('durable-cursors', durableCursors, twiceAMinute, kill),
		told('failing-service', {}, () => pollsAt([0, 10, 20, 30, 40, 50]), fail),
	]);
	expect(each).toEqual([[disabled], [disabled], [disabled]]);
}, 600_000);

import type { BackgroundProcess } from '../n8n/background-process';
import type { CredentialReference } from '../n8n/n8n-credentials';
import { jsonOf } from '../n8n/n8n-executions';
import type { N8nInstance } from '../n8n/n8n-instance';
import { startWorker } from '../n8n/n8n-worker';
import { fetched, linkIn, submitted } from '../n8n/question-page';
import { startQueueServices } from '../n8n/queue-services';
import { stopAll } from '../n8n/stop-at-exit';
import { askedByCall, untilWaiting } from '../support/asked-question';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { installedFolder, ownN8n, userFolderOf } from '../support/test-folders';

const simulator = useSimulator();
let main: N8nInstance;
let worker: BackgroundProcess;
let env: NodeJS.ProcessEnv;
let credential: CredentialReference;

async function startedWorker(): Promise<BackgroundProcess> {
	const name = 'worker-to-kill';
	return await startWorker(installedFolder(name), name, { ...env, N8N_WEBHOOK_URL: main.url }, 2);
}

async function startAgain(): Promise<void> {
	await main.startAgain();
	worker = await startedWorker();
}

beforeAll(async () => {
	const services = await startQueueServices(userFolderOf('services-to-keep'));
	env = { ...services, N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000' };
	main = await ownN8n('main-to-kill', env);
	worker = await startedWorker();
	credential = await serviceCredential(main, simulator().url);
}, 600_000);
afterAll(async () => {
	await stopAll();
});

test('main and worker stopped, then killed, while two questions wait: one is answered by its link, the time of the other runs out', async () => {
	const [answered, late] = ['+12025550191', '+12025550192'] as const;
	const values = { limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'minutes' };
	const ends = await askedByCall(main, credential, { to: late, options: { limitWaitTime: { values } } });
	const waits = await askedByCall(main, credential, { to: answered });
	await untilWaiting(main, ends);
	await untilWaiting(main, waits);

	await Promise.all([worker.stop(), main.stop()]);
	await startAgain();
	await Promise.all([worker.kill(), main.kill()]);
	await startAgain();

	const link = await linkIn(simulator(), answered);
	expect((await fetched(link)).data).toContain('Deploy');
	expect((await main.executions.get(waits)).status).toBe('waiting');
	await submitted(link, { decision: 'approve' });
	const approved = await main.executions.ended(waits);
	expect(jsonOf(approved, 'Good')).toMatchObject([{ data: { approved: true } }]);

	const over = await main.executions.ended(ends);
	expect(jsonOf(over, 'Good')).toMatchObject([{ data: { answered: false } }]);
	expect((await submitted(await linkIn(simulator(), late), { decision: 'approve' })).data).toMatch(
		/no action required/i,
	);
}, 600_000);

import { dirname } from 'node:path';
import { startSimulator, type Simulator } from '../../simulator/simulator';
import type { BackgroundProcess } from '../n8n/background-process';
import { freePort } from '../n8n/free-port';
import type { CredentialReference } from '../n8n/n8n-credentials';
import { jsonOf } from '../n8n/n8n-executions';
import { startN8n, type N8nInstance } from '../n8n/n8n-instance';
import { startWorker } from '../n8n/n8n-worker';
import { installTarball } from '../n8n/package-tarball';
import { fetched, linkIn, submitted } from '../n8n/question-page';
import { startQueueServices } from '../n8n/queue-services';
import { stopAll } from '../n8n/stop-at-exit';
import { askedByCall, untilWaiting } from '../support/asked-question';
import { serviceCredential } from '../support/simulated-service';
import { sharedTarball, userFolderOf } from '../support/test-folders';

const folders = { main: userFolderOf('main-to-kill'), worker: userFolderOf('worker-to-kill') };

let env: NodeJS.ProcessEnv;
let port: number;
let main: N8nInstance;
let worker: BackgroundProcess;
let simulator: Simulator;
let credential: CredentialReference;

async function start(): Promise<void> {
	main = await startN8n({ userFolder: folders.main, env, port });
	worker = await startWorker({
		userFolder: folders.worker,
		name: 'worker-to-kill',
		concurrency: 2,
		env: { ...env, N8N_WEBHOOK_URL: main.url },
	});
}

beforeAll(async () => {
	simulator = await startSimulator({ settings: { sendRate: false } });
	for (const folder of Object.values(folders)) await installTarball(sharedTarball(), folder);
	const services = await startQueueServices(dirname(folders.main));
	env = { ...services, N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000' };
	port = await freePort();
	await start();
	credential = await serviceCredential(main, simulator.url);
}, 600_000);
afterAll(async () => {
	await stopAll();
	await simulator.stop();
	expect(simulator.violations).toEqual([]);
});

test('main and worker stopped, then killed, while two questions wait: one is answered by its link, the time of the other runs out', async () => {
	const [answered, late] = ['+12025550191', '+12025550192'] as const;
	const values = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'minutes' };
	const ends = await askedByCall(main, credential, { to: late, options: { limitWaitTime: { values } } });
	const waits = await askedByCall(main, credential, { to: answered });
	await untilWaiting(main, ends);
	await untilWaiting(main, waits);

	await Promise.all([worker.stop(), main.stop()]);
	await start();
	await Promise.all([worker.kill(), main.kill()]);
	await start();

	const link = await linkIn(simulator, answered);
	expect((await fetched(link)).data).toContain('Deploy');
	expect((await main.executions.get(waits)).status).toBe('waiting');
	await submitted(link, { decision: 'approve' });
	const approved = await main.executions.ended(waits);
	expect(jsonOf(approved, 'Good')).toMatchObject([{ data: { approved: true } }]);

	const over = await main.executions.ended(ends);
	expect(jsonOf(over, 'Good')).toMatchObject([{ data: { answered: false } }]);
	expect((await submitted(await linkIn(simulator, late), { decision: 'approve' })).data).toMatch(
		/no action required/i,
	);
}, 600_000);

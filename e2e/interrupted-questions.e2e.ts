import { startSimulator, type Simulator } from '../simulator/simulator';
import type { CredentialReference } from './n8n/n8n-credentials';
import { jsonOf } from './n8n/n8n-executions';
import { startN8n, type N8nInstance } from './n8n/n8n-instance';
import { installTarball } from './n8n/package-tarball';
import { until } from './n8n/until';
import { fetched, linkIn, submitted } from './n8n/question-page';
import { freePort } from './n8n/free-port';
import { askedByCall, untilWaiting } from './support/asked-question';
import { serviceCredential } from './support/simulated-service';
import { sharedTarball, userFolderOf } from './support/test-folders';

const userFolder = userFolderOf('interrupted-questions');
const env = { N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000' };

let n8n: N8nInstance;
let simulator: Simulator;
let credential: CredentialReference;
let port: number;

beforeAll(async () => {
	simulator = await startSimulator({ settings: { sendRate: false } });
	await installTarball(sharedTarball(), userFolder);
	port = await freePort();
	n8n = await startN8n({ userFolder, env, port });
	credential = await serviceCredential(n8n, simulator.url);
}, 300_000);
afterAll(async () => {
	await simulator.stop();
	await n8n.stop();
	expect(simulator.violations).toEqual([]);
});

async function asked(to: string): Promise<string> {
	return await askedByCall(n8n, credential, { to, message: 'Deploy?' });
}

test('n8n killed while one question waits and another is being sent, then restarted: one link works on, and Retry asks again', async () => {
	const [kept, cut] = ['+12025550191', '+12025550192'] as const;
	const waits = await asked(kept);
	await untilWaiting(n8n, waits);
	simulator.set({ latencyMs: 60_000 });
	const crashes = await asked(cut);
	const deadLink = await until(() => {
		const sent = simulator.requests.find(({ body }) => (body as { to?: string }).to === cut);
		return /http:\/\/\S+$/.exec((sent?.body as { message: string } | undefined)?.message ?? '')?.[0];
	});
	await n8n.kill();
	simulator.set({ latencyMs: 0 });
	n8n = await startN8n({ userFolder, env, port });

	expect((await n8n.executions.ended(crashes)).status).toBe('crashed');
	await submitted(await linkIn(simulator, kept), { decision: 'approve' });
	const answered = await n8n.executions.ended(waits);
	expect(jsonOf(answered, 'Good')).toMatchObject([{ data: { approved: true } }]);

	const { workflowId } = await n8n.executions.get(crashes);
	await n8n.rest
		.post(`/executions/${crashes}/retry`, { loadWorkflow: false }, { timeout: 60_000 })
		.catch(() => {});
	const retry = await n8n.executions.appeared(workflowId, [crashes]);
	await untilWaiting(n8n, retry);
	const link = await linkIn(simulator, cut);
	expect(link).not.toBe(deadLink);
	expect((await submitted(deadLink, { decision: 'approve' })).status).toBeGreaterThan(399);
	expect((await n8n.executions.get(retry)).status).toBe('waiting');

	expect((await fetched(link)).data).toContain('Deploy?');
	await submitted(link, { decision: 'decline', 'field-0': 'Later' });
	const retried = await n8n.executions.ended(retry);
	expect(jsonOf(retried, 'Good')).toMatchObject([{ data: { approved: false, reason: 'Later' } }]);
}, 300_000);

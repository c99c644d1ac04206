/** One n8n that is killed (SIGKILL) while messages come in, and started again: each is dealt with once. */
import { leased } from '../test/support/leased-numbers';
import { eventOf } from '../test/support/incoming-events';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { jsonOf } from './n8n/n8n-executions';
import type { N8nInstance } from './n8n/n8n-instance';
import { until } from './n8n/until';
import { node } from './n8n/workflow-nodes';
import { person } from './support/asked-question';
import { answeringTrigger, inChat, question } from './support/chat';
import { endedExecutions, messageWorkflow, post, type MessageWorkflow } from './support/message-trigger';
import { serviceCredential } from './support/simulated-service';
import { ownN8n } from './support/test-folders';

let simulator: Simulator;
let n8n: N8nInstance;
let killedAt: Date;

/** The execution that waits for an answer, and the event of that. */
let waits: string;
let answer: string;

/** Has the answer to an open question come in, which the trigger then looks up in the conversation. */
async function startAnswer(): Promise<void> {
	const credential = await serviceCredential(n8n, simulator.url);
	await answeringTrigger(n8n, simulator, credential);
	waits = await question(n8n, credential);
	const looked = simulator.fault({ kind: 'timeout', match: { operationId: 'getImessageHistory' } });
	({ id: answer } = simulator.write({ from: person, to: leased.imessage, text: 'yes' }));
	await until(() => looked.struck > 0, 60_000);
}

const events = Array.from({ length: 40 }, () => eventOf());
const accepted = new Set<string>();
let interrupted: MessageWorkflow;

beforeAll(async () => {
	simulator = await startSimulator({ settings: { sendRate: false } });
	n8n = await ownN8n('killed-messages');
	await startAnswer();
	const slow = node('After', 'n8n-nodes-base.wait', { amount: 1 }, { typeVersion: 1.1 });
	interrupted = await messageWorkflow(n8n, await serviceCredential(n8n, simulator.url), { behind: [slow] });
	const posts = events.map(async (event) => {
		const given = await post(interrupted.url(n8n), JSON.stringify(event)).catch(() => undefined);
		if (given?.status === 200) accepted.add(event.id);
	});
	await until(() => accepted.size >= 12, 120_000, 5);
	await n8n.kill();
	killedAt = new Date();
	simulator.clearFaults();
	await Promise.all(posts);
	await simulator.webhook.settled();
	await n8n.startAgain();
}, 300_000);
afterAll(async () => {
	await n8n.stop();
	await simulator.stop();
	expect(simulator.violations).toEqual([]);
});

test('n8n is killed between reading and answering: the question is still open, and the event that comes again answers it', async () => {
	expect((await n8n.executions.get(waits)).status).toBe('waiting');
	await simulator.webhook.redeliver(answer);
	const done = await n8n.executions.ended(waits);
	expect(jsonOf(done, 'Good')).toEqual([{ data: { approved: true, ...inChat } }]);
});

test('killed while 40 events come in: what was answered 200 is there once, ended or to be retried', async () => {
	const redelivered = events.filter(({ id }) => !accepted.has(id) || Number.parseInt(id.slice(-1), 16) < 4);
	for (const event of redelivered) await post(interrupted.url(n8n), JSON.stringify(event));
	const all = async () => await endedExecutions(n8n, interrupted.id, killedAt);
	const crashed = (await all()).filter(({ status }) => ['crashed', 'running'].includes(status));
	await Promise.all(
		crashed.map(async ({ id, status }) => {
			if (status === 'running') await n8n.executions.stop(id);
			await n8n.rest.post(`/executions/${id}/retry`, { loadWorkflow: false }, { timeout: 120_000 });
		}),
	);
	const runs = [];
	for (const { id } of await all()) runs.push(await n8n.executions.get(id));
	// n8n 2.33.7 may call a Retry of a stopped execution failed although each of its nodes has succeeded.
	const handled = runs.flatMap((run) =>
		jsonOf<{ event_id: string }>(run, 'After').map((item) => item.event_id),
	);
	expect([...handled].sort()).toEqual(events.map(({ id }) => id).sort());
}, 180_000);

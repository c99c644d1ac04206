/** One n8n that is killed (SIGKILL) while messages come in, and started again: each is dealt with once. */
import { leased } from '../test/support/leased-numbers';
import { eventOf } from '../test/support/incoming-events';
import { jsonOf } from './n8n/n8n-executions';
import type { N8nInstance } from './n8n/n8n-instance';
import { until } from './n8n/until';
import { node } from './n8n/workflow-nodes';
import { person } from './support/asked-question';
import { answeringTrigger, inChat, question } from './support/chat';
import { faceTimeCheck } from './support/cut-off-workflows';
import { endedExecutions, messageWorkflow, post } from './support/message-trigger';
import { counted } from './support/reached';
import { serviceCredential, useSimulator } from './support/simulated-service';
import { ownN8n } from './support/test-folders';

const simulator = useSimulator();
let n8n: N8nInstance;

beforeAll(async () => {
	n8n = await ownN8n('killed-trigger');
}, 180_000);
afterAll(async () => await n8n.stop());

/** What the person got to see, in its order. */
function seen(): unknown[] {
	const messages = simulator().outbox.map(({ channel: kind, ...sent }) => ({ ...sent, kind, on: null }));
	return [...simulator().signals, ...messages]
		.sort((one, other) => one.at - other.at)
		.map(({ kind, to: whom, from: number, on }) => ({ kind, whom, number, on }));
}

test('killed after read, typing and an answer over the same channel from the same number: Retry adds the tapback, and nothing twice', async () => {
	const signal = (name: string, operation: string) => node(name, 'phoneServiceConversations', { operation });
	const reply = {
		operation: 'reply',
		replyMessage: '={{ $("Trigger").item.json.text }}',
		options: { idempotencyKey: '={{ $("Trigger").item.json.event_id }}' },
	};
	const behind = [
		signal('Read', 'markAsRead'),
		signal('Typing', 'showTyping'),
		node('Reply', 'phoneServiceMessaging', reply),
		faceTimeCheck('Between'),
		signal('Tapback', 'react'),
	];
	const workflow = await messageWorkflow(n8n, await serviceCredential(n8n, simulator().url), { behind });
	simulator().set({ webhookUrl: workflow.url(n8n) });
	const text = 'And for how many?';
	const [whom, number] = [person, leased.whatsapp];
	const answered = [
		{ kind: 'read', whom, number, on: null },
		{ kind: 'typing', whom, number, on: null },
		{ kind: 'imessage', whom, number, on: null },
		{ kind: 'reaction', whom, number, on: text },
	];
	const held = simulator().fault({ kind: 'timeout', match: { operationId: 'checkFaceTimeAvailability' } });
	const [id = ''] = await n8n.executions.startedBy(workflow.id, () =>
		simulator().write({ channel: 'imessage', from: person, to: number, text }),
	);
	await until(() => held.struck > 0, 60_000);
	await n8n.kill();
	expect(seen()).toEqual(answered.slice(0, 3));
	await n8n.startAgain();
	expect((await n8n.executions.ended(id)).status).toBe('crashed');
	const retried = await n8n.executions.retried(id);
	expect(retried.data.resultData.error).toBeUndefined();
	expect(retried.status).toBe('success');
	expect(seen()).toEqual(answered);
}, 240_000);

test('n8n is killed between reading and answering: the question is still open, and the event that comes again answers it', async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	await answeringTrigger(n8n, simulator(), credential);
	const execution = await question(n8n, credential);
	simulator().fault({ kind: 'latency', ms: 1_500, match: { operationId: 'getImessageHistory' } });
	const { id } = simulator().write({ from: person, to: leased.imessage, text: 'yes' });
	const isRead = () => simulator().requests.some(({ operationId }) => operationId === 'getImessageHistory');
	await until(isRead, 60_000, 5);
	await n8n.kill();
	await simulator().webhook.settled();
	expect(simulator().events.at(-1)?.answers.at(-1)?.status).toBe(null);
	await n8n.startAgain();
	expect((await n8n.executions.get(execution)).status).toBe('waiting');
	await simulator().webhook.redeliver(id);
	const done = await n8n.executions.ended(execution);
	expect(jsonOf(done, 'Good')).toEqual([{ data: { approved: true, ...inChat } }]);
}, 300_000);

test('n8n killed (SIGKILL) while 100 events come in, and started again: what was answered 200 is there once, ended or to be retried', async () => {
	const slow = node('After', 'n8n-nodes-base.wait', { amount: 1 }, { typeVersion: 1.1 });
	const credential = await serviceCredential(n8n, simulator().url);
	const interrupted = await messageWorkflow(n8n, credential, { behind: [slow] });
	const events = Array.from({ length: 100 }, () => eventOf());
	const answered = new Set<string>();
	const posts = events.map(async (event) => {
		const answer = await post(interrupted.url(n8n), JSON.stringify(event)).catch(() => undefined);
		if (answer?.status === 200) answered.add(event.id);
	});
	await until(() => answered.size >= 30, 120_000, 5);
	await n8n.kill();
	const killedAt = new Date();
	await Promise.all(posts);
	await n8n.startAgain();

	const redelivered = events.filter(({ id }) => !answered.has(id) || Number.parseInt(id.slice(-1), 16) < 4);
	for (const event of redelivered) await post(interrupted.url(n8n), JSON.stringify(event));
	const all = async () => await endedExecutions(n8n, interrupted.id, killedAt);
	const crashed = (await all()).filter(({ status }) => ['crashed', 'running'].includes(status));
	await Promise.all(
		crashed.map(async ({ id, status }) => {
			if (status === 'running') await n8n.rest.post(`/executions/${id}/stop`, {});
			await n8n.rest.post(`/executions/${id}/retry`, { loadWorkflow: false }, { timeout: 120_000 });
		}),
	);
	const runs = [];
	for (const { id } of await all()) runs.push(await n8n.executions.get(id));
	// n8n 2.33.7 may call a Retry of a stopped execution failed although each of its nodes has succeeded.
	const handled = runs.flatMap((run) =>
		jsonOf<{ event_id: string }>(run, 'After').map((item) => item.event_id),
	);
	counted('killed while 100 came in', {
		answered: answered.size,
		crashed: crashed.length,
		leftRunning: crashed.filter(({ status }) => status === 'running').length,
		redelivered: redelivered.length,
	});
	expect([...handled].sort()).toEqual(events.map(({ id }) => id).sort());
}, 300_000);

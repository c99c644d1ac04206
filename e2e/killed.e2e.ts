/** One n8n that is killed (SIGKILL) while questions wait, messages come in and an agent sends: each is dealt with once. */
import { eventOf } from '../test/support/incoming-events';
import { leased } from '../test/support/leased-numbers';
import { recipients } from '../test/support/histories';
import { occurrences } from '../test/support/occurrences';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { calledWorkflow } from '../scripts/n8n/called-workflow';
import { jsonOf, runsOf } from '../scripts/n8n/n8n-executions';
import { chatModelCredential, type CredentialReference } from '../scripts/n8n/n8n-credentials';
import type { N8nInstance } from '../scripts/n8n/n8n-instance';
import { linkIn, submitted } from '../scripts/n8n/question-page';
import { until } from '../scripts/n8n/until';
import { calledItems, node } from '../scripts/n8n/workflow-nodes';
import { agentBehind, newestAgentVersion } from './support/agent-workflow';
import {
	answeringTrigger,
	askedByCall,
	inChat,
	person,
	question,
	untilWaiting,
} from './support/asked-question';
import { startFakeChatModel, type FakeChatModel } from '../scripts/n8n/fake-chat-model';
import { endedExecutions, messageWorkflow, post, type MessageWorkflow } from './support/message-trigger';
import { serviceCredential } from './support/simulated-service';
import { patiently, plainSend } from './support/test-workflow';
import { ownN8n } from './support/shared-run';

let simulator: Simulator;
let model: FakeChatModel;
let n8n: N8nInstance;
let service: CredentialReference;
let killedAt: Date;

/** The execution that waits for an answer in the chat, and the event of that. */
let waitsInChat: string;
let answer: string;

/** Has the answer to an open question come in, which the trigger then looks up in the conversation. */
async function startAnswer(): Promise<void> {
	await answeringTrigger(n8n, simulator, service);
	waitsInChat = await question(n8n, service);
	const looked = simulator.fault({ kind: 'timeout', match: { operationId: 'getImessageHistory' } });
	({ id: answer } = simulator.write({ from: person, to: leased.imessage, text: 'yes' }));
	await until(() => looked.struck > 0, 60_000);
}

/** Who is asked by an execution that waits for the answer, and who by one whose question the service does not answer. */
const [patient, asked] = ['+12025550191', '+12025550192'];
let waits: string;
let asks: string;

/** The question that somebody was sent first, which may not have arrived. */
function questionTo(to: string): string | undefined {
	const bodies = simulator.requests.map(({ body }) => body as { to?: string; message?: string } | null);
	return bodies.find((body) => body?.to === to)?.message;
}

async function startQuestions(): Promise<void> {
	waits = await askedByCall(n8n, service, { to: patient, ...patiently });
	await untilWaiting(n8n, waits);
	simulator.fault({ kind: 'timeout', match: { recipient: asked } });
	asks = await askedByCall(n8n, service, { to: asked, ...patiently });
	await until(() => questionTo(asked));
}

/** Whom an agent sends to by its tool, four in a turn; the service does not answer the tenth. */
const people = recipients(16).map(({ to }) => to);
const sentTo = () => simulator.outbox.map(({ to }) => to).filter((to) => people.includes(to));
let agent: string;

async function startAgent(): Promise<void> {
	const parameters = { ...plainSend, ...patiently, to: "={{ $fromAI('to', 'Recipient', 'string') }}" };
	const tool = node('Send', 'phoneServiceMessagingTool', parameters, { onError: 'continueRegularOutput' });
	const calls = people.map((to) => ({ arguments: { to } }));
	model.follow(() => [0, 4, 8, 12].map((turn) => calls.slice(turn, turn + 4)));
	simulator.fault({ kind: 'timeout', processed: true, match: { recipient: people[9] } });
	const credentials = [service, await n8n.credentials.create(chatModelCredential(model.url))];
	const version = await newestAgentVersion(n8n);
	const { call } = await calledWorkflow(n8n, credentials, (path) =>
		agentBehind(calledItems(path), [tool], version),
	);
	[agent = ''] = await call({ items: [{ task: 1 }] });
	await until(() => sentTo().includes(String(people[9])), 60_000);
}

const events = Array.from({ length: 40 }, () => eventOf());
const accepted = new Set<string>();
let interrupted: MessageWorkflow;

beforeAll(async () => {
	simulator = await startSimulator({ settings: { sendRate: false } });
	model = await startFakeChatModel();
	n8n = await ownN8n('killed');
	service = await serviceCredential(n8n, simulator.url);
	await startQuestions();
	await startAnswer();
	await startAgent();
	const slow = node('After', 'n8n-nodes-base.wait', { amount: 1 }, { typeVersion: 1.1 });
	interrupted = await messageWorkflow(n8n, service, { behind: [slow] });
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
	for (const server of [model, simulator]) await server.stop();
	expect(simulator.violations).toEqual([]);
});

/** Retries an execution to its end, or until it waits. */
async function retried(executionId: string) {
	expect((await n8n.executions.ended(executionId)).status).toBe('crashed');
	return await n8n.executions.ended(await n8n.executions.retryStarted(executionId), { orWaits: true });
}

test('n8n is killed between reading and answering: the question is still open, and the event that comes again answers it', async () => {
	expect((await n8n.executions.get(waitsInChat)).status).toBe('waiting');
	await simulator.webhook.redeliver(answer);
	const done = await n8n.executions.ended(waitsInChat);
	expect(jsonOf(done, 'Good')).toEqual([{ data: { approved: true, ...inChat } }]);
});

test('killed while a question waits: its link works on', async () => {
	await submitted(await linkIn(simulator, patient), { decision: 'approve' });
	expect(jsonOf(await n8n.executions.ended(waits), 'Good')).toMatchObject([{ data: { approved: true } }]);
});

test('killed while a question is being sent: Retry asks again, and the link of the first one is dead', async () => {
	const dead = String(/http:\/\/\S+$/.exec(questionTo(asked) ?? '')?.[0]);
	const { id, status } = await retried(asks);
	expect(status).toBe('waiting');
	const link = await linkIn(simulator, asked);
	expect((await submitted(dead, { decision: 'approve' })).status).toBeGreaterThan(399);
	await submitted(link, { decision: 'decline', 'field-0': 'Later' });
	expect(jsonOf(await n8n.executions.ended(id), 'Good')).toMatchObject([
		{ data: { approved: false, reason: 'Later' } },
	]);
});

test("killed in an agent's tool calls: Retry sends the rest, and the model is told what is unknown", async () => {
	const told = runsOf(await retried(agent), 'Send').flatMap(({ data }) => data?.ai_tool?.flat() ?? []);
	const unknown = told.map((item) => JSON.stringify(item?.json)).filter((text) => text.includes('"unknown"'));
	expect(unknown).toEqual([expect.stringContaining(String(people[9]))]);
	expect(occurrences(sentTo())).toEqual(Object.fromEntries(people.map((to) => [to, 1])));
});

test('killed while 40 events come in: what was answered 200 is there once, ended or to be retried', async () => {
	const redelivered = events.filter(({ id }) => !accepted.has(id) || Number.parseInt(id.slice(-1), 16) < 4);
	for (const event of redelivered) await post(interrupted.url(n8n), JSON.stringify(event));
	const all = async () => await endedExecutions(n8n, interrupted.id, killedAt);
	await n8n.executions.retryAll(
		(await all()).filter(({ status }) => ['crashed', 'running'].includes(status)),
	);
	const runs = [];
	for (const { id } of await all()) runs.push(await n8n.executions.get(id));
	// n8n 2.33.7 may call a Retry of a stopped execution failed although each of its nodes has succeeded.
	const handled = runs.flatMap((run) =>
		jsonOf<{ event_id: string }>(run, 'After').map((item) => item.event_id),
	);
	expect([...handled].sort()).toEqual(events.map(({ id }) => id).sort());
}, 180_000);

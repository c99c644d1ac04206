/** Questions that are answered in the chat, in a real n8n. */
import { jsonOf } from './n8n/n8n-executions';
import type { N8nInstance } from './n8n/n8n-instance';
import { until } from './n8n/until';
import { person } from './support/asked-question';
import { answeringTrigger, question, written } from './support/chat';
import type { MessageWorkflow } from './support/message-trigger';
import { counted } from './support/reached';
import { leased, serviceCredential, useService } from './support/simulated-service';
import { ownN8n } from './support/test-folders';

const { n8n, simulator, credential } = useService();
let trigger: MessageWorkflow;

beforeEach(async () => {
	trigger = await answeringTrigger(n8n, simulator(), credential());
});
afterEach(async () => await n8n.workflows.deactivate(trigger.id));

const inChat = { respondedAt: expect.any(String), respondedIn: 'chat', responder: person };

test.each([
	['no, too expensive', { approved: false, reason: 'too expensive', chatInput: 'too expensive' }],
	['Liked “Deploy **now**?”', { approved: true }],
])('"%s" lets the execution go on within two seconds, and starts nothing', async (text, data) => {
	const { execution } = await question(n8n, simulator(), credential());
	const begun = Date.now();
	expect(await written(simulator(), text)).toBe(200);
	const answered = jsonOf(await n8n.executions.ended(execution), 'Good');
	expect(answered).toEqual([{ data: { ...data, ...inChat } }]);
	const ms = Date.now() - begun;
	counted(`typed answer "${text}"`, { ms });
	expect(ms).toBeLessThan(2_000);
	expect(await n8n.executions.list(trigger.id)).toEqual([]);
});

let killed: N8nInstance;
afterAll(async () => await killed.stop());

test('n8n is killed between reading and answering: the question is still open, and the event that comes again answers it', async () => {
	killed = await ownN8n('typed-answers');
	const stored = await serviceCredential(killed, simulator().url);
	await answeringTrigger(killed, simulator(), stored);
	const { execution } = await question(killed, simulator(), stored);
	simulator().fault({ kind: 'latency', ms: 1_500, match: { operationId: 'getImessageHistory' } });
	const { id } = simulator().write({ from: person, to: leased.imessage, text: 'yes' });
	await until(
		() => simulator().requests.some(({ operationId }) => operationId === 'getImessageHistory'),
		60_000,
		{ pause: 5 },
	);
	await killed.kill();
	await simulator().webhook.settled();
	expect(simulator().events.at(-1)?.answers.at(-1)?.status).toBe(null);
	await killed.startAgain();
	expect((await killed.executions.get(execution)).status).toBe('waiting');
	await simulator().webhook.redeliver(id);
	const done = await killed.executions.ended(execution);
	expect(jsonOf(done, 'Good')).toEqual([{ data: { approved: true, ...inChat } }]);
}, 300_000);

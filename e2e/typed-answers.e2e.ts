/** Questions that are answered in the chat, in a real n8n. */
import { demoToken } from '../simulator/accounts';
import { jsonOf } from './n8n/n8n-executions';
import type { N8nInstance } from './n8n/n8n-instance';
import { submitted } from './n8n/question-page';
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

/** What left the node that asked. */
const gave = async (execution: string) => jsonOf(await n8n.executions.ended(execution), 'Good');

/** The texts of the messages that have started the trigger's workflow. */
async function started(): Promise<string[]> {
	const executions = await n8n.executions.allEnded(trigger.id);
	return executions.flatMap((one) => jsonOf<{ text: string }>(one, 'After').map(({ text }) => text));
}

async function stops(...executions: string[]): Promise<void> {
	for (const execution of executions) {
		expect((await n8n.executions.get(execution)).status).toBe('waiting');
		await n8n.executions.stop(execution);
	}
}

test.each([
	['yes', { approved: true }],
	['no, too expensive', { approved: false, reason: 'too expensive', chatInput: 'too expensive' }],
	['👍', { approved: true }],
	['Liked “Deploy **now**?”', { approved: true }],
])('"%s" lets the execution go on within two seconds, and starts nothing', async (text, data) => {
	const { execution } = await question(n8n, simulator(), credential());
	const begun = Date.now();
	expect(await written(simulator(), text)).toBe(200);
	expect(await gave(execution)).toEqual([{ data: { ...data, ...inChat } }]);
	const ms = Date.now() - begun;
	counted(`typed answer "${text}"`, { ms });
	expect(ms).toBeLessThan(2_000);
	expect(await started()).toEqual([]);
});

test('after the page was used, a typed answer starts the workflow', async () => {
	const { execution, link } = await question(n8n, simulator(), credential());
	await submitted(link, { decision: 'decline', 'field-0': '' });
	await gave(execution);
	await written(simulator(), 'yes');
	await until(async () => (await started()).length === 1);
	expect(await gave(execution)).toMatchObject([{ data: { approved: false, respondedIn: 'page' } }]);
});

test('two questions are open: the newest is answered first', async () => {
	const first = await question(n8n, simulator(), credential());
	const second = await question(n8n, simulator(), credential());
	await written(simulator(), 'no');
	expect(await gave(second.execution)).toMatchObject([{ data: { approved: false } }]);
	await written(simulator(), 'yes');
	expect(await gave(first.execution)).toMatchObject([{ data: { approved: true } }]);
	expect(await started()).toEqual([]);
});

test('a stranger, a quoted question, and a link of another n8n answer nothing', async () => {
	const { execution, link } = await question(n8n, simulator(), credential());
	await written(simulator(), 'yes', '+12025550160');
	await written(simulator(), `Deploy?\n\n${link}`);
	const headers = { authorization: `Bearer ${demoToken}`, 'content-type': 'application/json' };
	const message = `Delete?\n\n${link.replace(/\/\/[^/]+/, '//n8n.example')}`;
	const body = JSON.stringify({ to: person, from: leased.imessage, message });
	await fetch(`${simulator().url}/send/imessage`, { method: 'POST', headers, body });
	await written(simulator(), 'yes');
	await until(async () => (await started()).length === 3);
	await stops(execution);
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

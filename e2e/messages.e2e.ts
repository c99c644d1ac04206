import { readFileSync } from 'node:fs';
import { demoWebhookSecret, signature, signatureHeader } from '../simulator/webhook-events';
import { hostileEvents } from '../test/hostile/events';
import { eventOf } from '../test/support/incoming-events';
import { jsonOf } from '../scripts/n8n/n8n-executions';
import { endedExecutions, messageWorkflow, post, type MessageWorkflow } from './support/message-trigger';
import { sharedN8n } from './support/shared-run';
import { serviceCredential, useSimulator } from './support/simulated-service';

const simulator = useSimulator();
const n8n = sharedN8n();

let workflow: MessageWorkflow;

beforeAll(async () => {
	workflow = await messageWorkflow(n8n, await serviceCredential(n8n, simulator().url));
});

/** How many executions there are once none is under way. */
async function executions(): Promise<number> {
	return (await endedExecutions(n8n, workflow.id)).length;
}

test('an event starts an execution with its item', async () => {
	const [id] = await n8n.executions.startedBy(workflow.id, async () => {
		expect(await post(workflow.url(n8n), JSON.stringify(eventOf()))).toMatchObject({ status: 200 });
	});
	const items = jsonOf(await n8n.executions.ended(String(id)), 'After');
	expect(items).toMatchObject([{ event: 'messageReceived', text: 'Hello', chatInput: 'Hello' }]);
});

test('a request that another secret has signed is answered 401 with a reason, told in the log, and starts nothing', async () => {
	const body = JSON.stringify(eventOf());
	const before = await executions();
	const wrong = { [signatureHeader]: signature(body, 'whsec_other') };
	const answer = await post(workflow.url(n8n), body, { 'Content-Type': 'application/json', ...wrong });
	expect([answer.status, answer.data]).toEqual([401, expect.stringMatching(/signature/)]);
	expect(await executions()).toBe(before);
	const log = readFileSync(n8n.logFile, 'utf8');
	expect(log).toContain('Trigger refused a request: The signature does not match');
	expect(log).not.toContain(demoWebhookSecret);
});

/** Of the hostile events, one that n8n takes for something else than JSON, and one that it hardly takes. */
const hostile = hostileEvents.filter(({ name }) => ['a form of several parts', '17 MB'].includes(name));

test.each(hostile.map((row) => [row.name, row] as const))(
	'the hostile event "%s" is answered',
	async (_, { body, contentType = 'application/json', n8nStatus, text }) => {
		const before = await executions();
		const bytes = body();
		const headers = {
			[signatureHeader]: signature(bytes),
			...(contentType !== '' && { 'Content-Type': contentType }),
		};
		expect((await post(workflow.url(n8n), bytes, headers)).status).toBe(n8nStatus);
		expect(await executions()).toBe(before + (text === undefined ? 0 : 1));
	},
);

test('the editor listens for a test event', async () => {
	const credential = await serviceCredential(n8n, simulator().url);
	const { id, url } = await messageWorkflow(n8n, credential, { isPublished: false });
	await n8n.rest.post(`/workflows/${id}/run`, {
		triggerToStartFrom: { name: 'Trigger' },
		workflowData: await n8n.workflows.get(id),
	});
	expect((await post(url(n8n, 'webhook-test'), JSON.stringify(eventOf()))).status).toBe(200);
	const execution = await n8n.executions.next(id);
	expect([execution.mode, jsonOf(execution, 'After')]).toEqual([
		'manual',
		[expect.objectContaining({ event: 'messageReceived' })],
	]);
});

import { setTimeout as wait } from 'node:timers/promises';
import { eventOf } from '../../test/support/incoming-events';
import { editorUrl, freePlace } from '../n8n/n8n-environment';
import { jsonOf, type Execution } from '../n8n/n8n-executions';
import { startN8nProcess } from '../n8n/n8n-process';
import { until } from '../n8n/until';
import { messageWorkflow, post, type MessageWorkflow } from '../support/message-trigger';
import { sharedN8n, sharedRun } from '../support/shared-run';
import { counted } from '../support/reached';
import { serviceCredential, useSimulator } from '../support/simulated-service';
import { installedFolder } from '../support/test-folders';
import { useWorkers } from './use-workers';

const n8n = sharedN8n();
const simulator = useSimulator();
useWorkers();

/** A process that only takes webhooks. */
async function webhookProcess(name: string) {
	const place = await freePlace(installedFolder(name));
	const process = await startN8nProcess(place, { command: ['webhook'], env: sharedRun().env, name });
	return { process, url: editorUrl(place) };
}

let first: Awaited<ReturnType<typeof webhookProcess>>;
let second: typeof first;
let workflow: MessageWorkflow;

beforeAll(async () => {
	first = await webhookProcess('webhook-1');
	second = await webhookProcess('webhook-2');
});
afterAll(async () => {
	await Promise.all([first, second].map(async ({ process }) => await process.stop()));
});
beforeEach(async () => {
	workflow = await messageWorkflow(n8n, await serviceCredential(n8n, simulator().url));
});
afterEach(async () => {
	await n8n.workflows.deactivate(workflow.id);
});

async function answerOf(at: { url: string }, event: object): Promise<number | undefined> {
	const answer = await post(workflow.url(at), JSON.stringify(event)).catch(() => undefined);
	return answer?.status;
}

function eventsIn(executions: Execution[]): string[] {
	const items = executions.flatMap((execution) => jsonOf<{ event_id: string }>(execution, 'After'));
	return items.map((item) => item.event_id).sort();
}

/** The events whose executions went on behind the trigger. */
async function handled(): Promise<string[]> {
	return eventsIn(await n8n.executions.allEnded(workflow.id));
}

/**
 * The same where n8n was killed, once there are as many as expected: an execution that it had stored and not yet handed
 * to a worker stays new, and its event was not answered.
 */
async function handledAfterKill(isExpected: (events: string[]) => boolean): Promise<string[]> {
	const soFar = async () => {
		const listed = await n8n.executions.list(workflow.id);
		const started = listed.filter(({ status }) => status !== 'new');
		return eventsIn(await Promise.all(started.map(async ({ id }) => await n8n.executions.ended(id))));
	};
	await until(async () => isExpected(await soFar()), 120_000);
	await wait(3_000);
	return await soFar();
}

test('20 equal events at the same instant on two webhook processes: one goes on', async () => {
	const events = Array.from({ length: 5 }, () => eventOf());
	const posts = events.flatMap((event) =>
		Array.from({ length: 20 }, async (_, index) => await answerOf(index % 2 ? first : second, event)),
	);
	expect(new Set(await Promise.all(posts))).toEqual(new Set([200]));
	expect(await handled()).toHaveLength(events.length);
	const all = await n8n.executions.list(workflow.id);
	counted('5 events, 20 times each, on two webhook processes', { executions: all.length });
	expect(all.length).toBeLessThanOrEqual(2 * events.length);
});

test('a webhook process killed (SIGKILL) while 40 come in: what was answered 200 goes on, and when all come again after a restart, each has gone on once', async () => {
	const events = Array.from({ length: 40 }, () => eventOf());
	const answered = new Set<string>();
	const posts = events.map(async (event) => {
		if ((await answerOf(second, event)) === 200) answered.add(event.id);
	});
	await until(() => answered.size >= 15, 120_000, 5);
	await second.process.kill();
	await Promise.all(posts);
	const handledBefore = await handledAfterKill((ids) => [...answered].every((id) => ids.includes(id)));
	counted('killed while 40 came in', { answered: answered.size, handled: handledBefore.length });
	expect(new Set(handledBefore).size).toBe(handledBefore.length);

	second = await webhookProcess('webhook-2');
	for (const event of events) expect(await answerOf(second, event)).toBe(200);
	const all = events.map(({ id }) => id).sort();
	expect(await handledAfterKill((ids) => ids.length >= all.length)).toEqual(all);
});

import type { CredentialReference } from './n8n/n8n-credentials';
import { jsonOf, failureOf } from './n8n/n8n-executions';
import type { ListSettings, Starter } from './support/list-workflow';
import { MessageList } from './support/message-list';
import { sharedN8n } from './support/n8n-session';
import { counted, expectTheRestWasSent, recipients } from './support/reached';
import { nothingUnderWay, serviceCredential, useSimulator } from './support/simulated-service';
import { underTest } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
let credential: CredentialReference;

beforeAll(async () => {
	credential = await serviceCredential(n8n, simulator().url);
});

const twenty = recipients.slice(0, 20);
const one = String(twenty[7]);
const stopsWorkflow = { onError: 'stopWorkflow' } as const;

let lists = 0;

async function published(settings: Partial<ListSettings> = {}): Promise<MessageList> {
	lists += 1;
	return await MessageList.published(() => n8n, simulator, credential, {
		text: `List ${String(lists)}`,
		...settings,
	});
}

/** Has the service refuse the next messages to a recipient. */
function refused(to: string | undefined, times = 1): void {
	simulator().fault({ kind: 'status', status: 403, times, match: { recipient: to } });
}

async function ended(list: MessageList, by: Starter) {
	return await n8n.executions.ended(await list.started(by));
}

describe('stopped by the user in the middle of 60 messages', () => {
	/** Starts a list and stops it in the middle, and waits until what was under way has reached the service. */
	async function stopped(by: Starter): Promise<MessageList> {
		const list = await published();
		simulator().set({ latencyMs: 1_500 });
		const executionId = await list.started(by);
		await list.hasSent(20);
		await n8n.executions.stop(executionId);
		expect((await n8n.executions.ended(executionId)).status).toBe('canceled');
		await nothingUnderWay(simulator);
		expect(list.sentTo().length).toBeLessThan(60);
		simulator().set({ latencyMs: 0 });
		return list;
	}

	test.each<Starter>(['By Hand', 'Call'])('%s: the next run by hand sends the rest', async (by) => {
		const list = await stopped(by);
		const next = await ended(list, 'By Hand');
		expectTheRestWasSent(`stopped, ${by}, run by hand`, list.reached(next));
	});

	test('the next run of the trigger sends to all', async () => {
		const list = await stopped('Call');
		const before = list.sentTo().length;
		await ended(list, 'Call');
		const next = list.sentTo().slice(before);
		counted('stopped, next call', list.reached(undefined, next));
		expect([...next].sort()).toEqual([...recipients].sort());
	});
});

describe('one of 20 messages refused', () => {
	test('Execute step instead of Retry: the one is sent', async () => {
		const list = await published({ to: twenty, settings: stopsWorkflow });
		refused(one);
		const failed = await ended(list, 'By Hand');
		expect(failureOf(failed)).toMatch(/403/);
		expect(list.sentTo()).toHaveLength(19);

		const step = await n8n.executions.ended(await list.stepExecuted(failed));
		counted('Execute step', list.reached(step));
		expect(step).toMatchObject({ status: 'success', mode: 'manual' });
		expect(list.reached(step)).toEqual({ accepted: 20, twice: 0, forgotten: 0, unknown: 0 });
	});

	test.each<Starter>(['By Hand', 'Call', 'Schedule'])('%s, then Retry twice: the one is sent', async (by) => {
		const list = await published({ to: twenty, settings: stopsWorkflow });
		refused(one);
		const failed = await ended(list, by);
		expect(failed.status).toBe('error');
		for (let retries = 0; retries < 2; retries += 1) {
			const retried = await n8n.executions.retried(failed.id);
			expect(retried).toMatchObject({ status: 'success', mode: 'retry' });
			expect(jsonOf(retried, underTest)).toHaveLength(20);
		}
		counted(`${by}, failed, retried twice`, list.reached());
		expect(list.reached()).toEqual({ accepted: 20, twice: 0, forgotten: 0, unknown: 0 });
	});
});

test('one of 20 refused: the next run of the trigger sends to all', async () => {
	const list = await published({ to: twenty, settings: stopsWorkflow });
	refused(one);
	await ended(list, 'Call');
	await ended(list, 'Call');
	counted('one refused, next call', list.reached());
	expect(list.reached()).toEqual({ accepted: 39, twice: 19, forgotten: 0, unknown: 0 });
});

test('all of 20 refused, then Retry twice: the second Retry knows what the first has sent', async () => {
	const list = await published({ to: twenty, settings: stopsWorkflow });
	refused(undefined, 20);
	const failed = await ended(list, 'Call');
	expect(list.sentTo()).toEqual([]);
	await n8n.executions.retried(failed.id);
	const second = await n8n.executions.retried(failed.id);
	counted('retried twice', list.reached(second));
	expect(second.status).toBe('success');
	expect(list.reached(second)).toEqual({ accepted: 20, twice: 0, forgotten: 0, unknown: 0 });
});

test('Send Again, then refused, then Do Not Send Again: it stays unknown and is not sent', async () => {
	const list = await published({ to: twenty, settings: stopsWorkflow });
	simulator().fault({ kind: 'status', status: 500, processed: true, match: { recipient: one } });
	const unknown = await ended(list, 'Call');
	expect(unknown.data.resultData.error).toMatchObject({ context: { outcome: 'unknown' } });

	await list.change({ options: { messagesPerSecond: 0, ifOutcomeUnknown: 'sendAgain' } });
	refused(one);
	const sentAgain = await n8n.executions.retried(unknown.id, { loadWorkflow: true });
	expect(sentAgain.data.resultData.error).toMatchObject({ context: { outcome: 'rejected' } });

	await list.change({ options: { messagesPerSecond: 0 } });
	for (const { id } of [sentAgain, unknown]) {
		const last = await n8n.executions.retried(id, { loadWorkflow: true });
		expect(last.data.resultData.error).toMatchObject({ context: { outcome: 'unknown' } });
	}
	counted('Send Again, refused, Do Not Send Again', list.reached());
	expect(list.reached()).toMatchObject({ accepted: 20, twice: 0 });
});

test('the text changed, retried, changed back, retried: nobody gets the same text twice', async () => {
	const text = 'The first text';
	const other = 'Another text';
	const list = await published({ to: twenty, text, settings: stopsWorkflow });
	refused(one, 2);
	const failed = await ended(list, 'Call');
	await list.change({ message: other });
	const changed = await n8n.executions.retried(failed.id, { loadWorkflow: true });
	expect(changed.status).toBe('error');
	await list.change({ message: text });
	for (const { id } of [changed, failed]) {
		const back = await n8n.executions.retried(id, { loadWorkflow: true });
		expect(back.status).toBe('success');
	}
	counted('text changed and changed back', { ...list.reached(), other: list.sentTo(other).length });
	expect(list.reached()).toEqual({ accepted: 20, twice: 0, forgotten: 0, unknown: 0 });
	expect(new Set(list.sentTo(other)).size).toBe(19);
	expect(list.sentTo(other)).toHaveLength(19);
});

test.each<Starter>(['Call', 'Schedule', 'By Hand'])(
	'%s: after a run whose messages were all accepted, the next sends to all',
	async (by) => {
		const list = await published();
		await ended(list, by);
		await ended(list, by);
		counted(`${by} twice`, list.reached());
		expect(list.reached()).toMatchObject({ accepted: 120, twice: 60 });
	},
);

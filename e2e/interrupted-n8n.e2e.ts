import { startSimulator, type Simulator } from '../simulator/simulator';
import type { CredentialReference } from './n8n/n8n-credentials';
import { startN8n, type N8nInstance } from './n8n/n8n-instance';
import { installTarball } from './n8n/package-tarball';
import type { ListSettings } from './support/list-workflow';
import { MessageList } from './support/message-list';
import { counted, expectTheRestWasSent, recipients } from './support/reached';
import { serviceCredential } from './support/simulated-service';
import { sharedTarball, userFolderOf } from './support/test-folders';

const userFolder = userFolderOf('interrupted');
const env = {
	/** In seconds; less than the messages take. */
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '2',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
};

const phones = recipients.map((_, index) => `+130355501${String(index).padStart(2, '0')}`);

let n8n: N8nInstance;
let simulator: Simulator;
let credential: CredentialReference;

async function start(): Promise<void> {
	n8n = await startN8n({ userFolder, env });
}

async function published(settings: ListSettings): Promise<MessageList> {
	return await MessageList.published(
		() => n8n,
		() => simulator,
		credential,
		settings,
	);
}

beforeAll(async () => {
	simulator = await startSimulator({ settings: { sendRate: false } });
	await installTarball(sharedTarball(), userFolder);
	await start();
	credential = await serviceCredential(n8n, simulator.url);
}, 180_000);
afterAll(async () => {
	await n8n.stop();
	await simulator.stop();
	expect(simulator.violations).toEqual([]);
});

/** Ends n8n while all these lists are in the middle, and starts it again. */
async function cutOff(lists: MessageList[], end: () => Promise<void>): Promise<void> {
	await Promise.all(lists.map(async (list) => await list.hasSent(20)));
	await end();
	for (const list of lists) expect(list.sentTo().length).toBeLessThan(60);
	await start();
	simulator.set({ latencyMs: 0 });
}

describe('n8n killed (SIGKILL) in the middle of 60 messages, and started again', () => {
	const starters = {
		called: 'Call',
		scheduled: 'Schedule',
		byHand: 'By Hand',
		withKeys: 'Call',
		withPhones: 'Call',
	} as const;
	type Name = keyof typeof starters;
	const names = Object.keys(starters) as Name[];
	const lists = {} as Record<Name, MessageList>;
	const executions = {} as Record<Name, string>;

	beforeAll(async () => {
		for (const name of names) {
			const idempotencyKey = name === 'withKeys' && { idempotencyKey: '={{ $json.to }}' };
			const to = name === 'withPhones' ? phones : recipients;
			lists[name] = await published({ text: name, to, options: { ...idempotencyKey } });
		}
		simulator.set({ latencyMs: 2_000 });
		executions.scheduled = await lists.scheduled.started(starters.scheduled);
		for (const name of ['called', 'byHand', 'withKeys', 'withPhones'] as const) {
			executions[name] = await lists[name].started(starters[name]);
		}
		await cutOff(Object.values(lists), async () => await n8n.kill());
		for (const id of Object.values(executions)) {
			expect((await n8n.executions.ended(id)).status).toBe('crashed');
		}
	}, 300_000);

	test.each(['called', 'scheduled'] as const)(
		'%s: Retry sends the rest, and a second Retry nothing',
		async (name) => {
			const list = lists[name];
			const retried = await n8n.executions.retried(executions[name]);
			expect(retried).toMatchObject({ status: 'success', mode: 'retry' });
			const reached = list.reached(retried);
			expectTheRestWasSent(`killed, ${name}, Retry`, reached);
			const again = await n8n.executions.retried(executions[name]);
			expect(list.reached(again)).toEqual(reached);
		},
	);

	test.each(['called', 'scheduled'] as const)(
		'%s: the next run of the trigger sends to all, and a Retry after it nothing',
		async (name) => {
			const list = lists[name];
			const before = list.sentTo();
			await n8n.executions.ended(await list.started(starters[name]));
			const next = list.sentTo().slice(before.length);
			counted(`killed, ${name}, next run`, list.reached(undefined, next));
			expect([...next].sort()).toEqual([...recipients].sort());
			await n8n.executions.retried(executions[name]);
			expect(list.sentTo()).toHaveLength(before.length + 60);
		},
	);

	test('started by hand: n8n does not retry it, and the next run by hand sends the rest', async () => {
		await expect(n8n.executions.retried(executions.byHand)).rejects.toThrow(/cannot be retried/);
		const next = await n8n.executions.ended(await lists.byHand.started('By Hand'));
		expectTheRestWasSent('killed, by hand, run by hand', lists.byHand.reached(next));
	});

	test('with From and phone numbers, Retry asks the service: what it has taken is not told as unknown', async () => {
		const list = lists.withPhones;
		const retried = await n8n.executions.retried(executions.withPhones);
		const outcome = list.reached(retried);
		expectTheRestWasSent('killed, phone numbers, Retry', outcome);
		expect(outcome.accepted + outcome.unknown).toBe(60);
		const [asked] = simulator.requests.filter(({ path }) => path.startsWith('/conversations/history/'));
		expect(asked).toBeDefined();
	});

	test('with idempotency keys: the next call sends the rest', async () => {
		const next = await n8n.executions.ended(await lists.withKeys.started('Call'));
		expect(next).toMatchObject({ status: 'success', mode: 'webhook' });
		expectTheRestWasSent('killed, with keys, next call', lists.withKeys.reached(next));
	});
});

describe('n8n stopped (SIGTERM) while 60 messages take longer than it waits, and started again', () => {
	let called: MessageList;
	let retried: MessageList;
	let executions: Record<'called' | 'failed' | 'retry', string>;

	beforeAll(async () => {
		called = await published({ text: 'Called before an update' });
		retried = await published({
			text: 'Retried before an update',
			settings: { onError: 'stopWorkflow' },
		});
		simulator.fault({ kind: 'status', status: 403, times: 60 });
		const failed = await retried.started('Call');
		expect((await n8n.executions.ended(failed)).status).toBe('error');
		simulator.clearFaults();
		await retried.change({}, { onError: 'continueRegularOutput' });

		simulator.set({ latencyMs: 3_000 });
		const retry = await retried.retryStarted(failed);
		executions = { called: await called.started('Call'), failed, retry };
		await cutOff([called, retried], async () => await n8n.stop());
		for (const id of [executions.called, executions.retry]) {
			expect((await n8n.executions.ended(id)).status).toBe('crashed');
		}
	}, 300_000);

	test('Retry sends the rest', async () => {
		const last = await n8n.executions.retried(executions.called);
		expectTheRestWasSent('SIGTERM, Retry', called.reached(last));
	});

	test('a Retry was cut off: Retry of the execution that had failed sends the rest, and Retry of the Retry nothing', async () => {
		const last = await n8n.executions.retried(executions.failed, { loadWorkflow: true });
		const reached = retried.reached(last);
		expectTheRestWasSent('SIGTERM during a Retry, Retry', reached);
		const again = await n8n.executions.retried(executions.retry, { loadWorkflow: true });
		expect(retried.reached(again)).toEqual(reached);
	});
});

/** Executions that n8n starts in one millisecond: docs/delivery.md, "What a run sends". */
import { createRunExecutionData, deepCopy, type IDataObject, type INode } from 'n8n-workflow';

import { retryRun, startRun, type CampaignRun, type Started } from '../support/campaign';
import { useShortWaits } from '../support/clock';
import { node } from '../support/engine';
import { recipients } from '../support/histories';
import { simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });
useShortWaits(25);

const [person = { to: '' }] = recipients(1);

/** Starts an execution in the same millisecond as another one. */
async function startWith(
	{ context }: Started,
	items: IDataObject[],
	run: CampaignRun = {},
): Promise<Started> {
	const trigger: INode = node('Items', 'items', { items: items as never });
	const nodeExecutionStack = [{ node: trigger, data: { main: [[{ json: {} }]] }, source: null }];
	const executionData = { nodeExecutionStack, runtimeData: deepCopy(context) };
	return await startRun(items, { ...run, from: createRunExecutionData({ executionData }) });
}

/** Starts executions with these items in one millisecond, one after the other. */
async function startAll(
	all: IDataObject[][],
	runOf: (index: number) => CampaignRun = () => ({}),
): Promise<Started[]> {
	const started: Started[] = [];
	for (const [index, items] of all.entries()) {
		const [first] = started;
		started.push(first ? await startWith(first, items, runOf(index)) : await startRun(items, runOf(index)));
	}
	return started;
}

const statusOf = ({ finished }: Started) => finished?.allJson()[0]?.status;
const alerts = Array.from({ length: 10 }, (_, alert) => [{ ...person, alert }]);

test('ten alerts to one person, of which the service refuses three: their Retries send these, and each is told as it is', async () => {
	const started = await startAll(alerts, (index) => {
		if (index < 3) simulator().fault({ kind: 'status', status: 403 });
		return {};
	});
	expect(started.map(statusOf)).toEqual([...Array(3).fill('failed'), ...Array(7).fill('accepted')]);
	for (const one of started.slice(0, 3)) expect(statusOf(await retryRun(one))).toBe('accepted');
	expect(simulator().outbox).toHaveLength(10);
});

test('n8n is killed after some of them: the Retry of each sends what it has not sent', async () => {
	const started = await startAll(alerts, (index) =>
		index > 6 ? { kill: { write: 1, when: 'before' } } : {},
	);
	expect(simulator().outbox).toHaveLength(7);
	const retried = [];
	for (const one of started) retried.push(statusOf(await retryRun(one)));
	expect(retried).toEqual(Array(10).fill('accepted'));
	expect(simulator().outbox).toHaveLength(10);
});

test('one that comes to the node after the Retry of another one is sent', async () => {
	simulator().fault({ kind: 'status', status: 403 });
	const refused = await startRun(alerts[0] ?? []);
	await retryRun(refused);
	expect(statusOf(await startWith(refused, alerts[1] ?? []))).toBe('accepted');
	expect(simulator().outbox).toHaveLength(2);
});

test('equal ones are all sent; of which one a Retry is, nobody knows: it tells that as unknown', async () => {
	const kill = { write: 1, when: 'before' } as const;
	const started = await startAll(Array(4).fill([person]), (index) => (index === 3 ? { kill } : {}));
	expect(simulator().outbox).toHaveLength(3);
	const [last] = started.slice(-1) as [Started];
	expect(statusOf(await retryRun(last))).toBe('unknown');
	expect(simulator().outbox).toHaveLength(3);
});

test('an event of our own trigger is the same in a Retry, which gives it out with what has come meanwhile', async () => {
	const started = await startRun([{ ...person, event_id: 'evt_1', text: 'one' }], { kill: 'inLaterNode' });
	const retried = await retryRun({ ...started, items: [{ ...person, event_id: 'evt_1', text: 'one two' }] });
	expect(statusOf(retried)).toBe('accepted');
	expect(simulator().outbox).toHaveLength(1);
});

/** Nobody twice and nobody left out where executions and their items are near each other. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CalledWorkflow } from './n8n/called-workflow';
import type { ExportedWorkflow } from './n8n/exported-workflow';
import { failureOf, jsonOf } from './n8n/n8n-executions';
import { calledItems, inLine } from './n8n/workflow-nodes';
import { MessageList } from './support/message-list';
import { hash, recordedValues } from './support/n8n-database';
import { sharedN8n } from './support/n8n-session';
import { recipients } from './support/reached';
import { leased, useCredential, useSimulator } from './support/simulated-service';
import { node, publishedWithItems, underTest, workflowOf } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
const credential = useCredential(n8n, simulator);

const row = (index: number) => ({ to: `person-${String(index)}@example.com` });
const send = {
	operation: 'sendImessage',
	to: '={{ $json.to }}',
	message: 'Hello',
	from: leased.imessage,
	options: { messagesPerSecond: 0 },
};
const keyed = (idempotencyKey: string, options = {}) => ({
	...send,
	options: { ...send.options, idempotencyKey, ...options },
});

const sentTo = () => simulator().outbox.map(({ to }) => to);

/** Calls a workflow that sends with an idempotency key, as often at once as there are lists. */
async function calledWith(parameters: INodeParameters, ...lists: IDataObject[][]): Promise<IDataObject[]> {
	const workflow = await publishedWithItems(n8n, credential(), 'phoneServiceMessaging', parameters, {
		onError: 'continueRegularOutput',
	});
	const ids = await workflow.callAtOnce(lists.map((items) => ({ items })));
	const executions = await Promise.all(ids.map(async (id) => await n8n.executions.ended(id)));
	return executions.flatMap((execution) => jsonOf<IDataObject>(execution, underTest));
}

test('the same webhook body on two days; one refused and Retry on the first, an earlier node failed and Retry on the second: all get both messages', async () => {
	const workflow = await CalledWorkflow.published(n8n, [credential()], earlierNode);
	const body = { items: recipients.map((to) => ({ to })) };
	simulator().fault({ kind: 'status', status: 403, match: { recipient: recipients[7] } });
	const first = await n8n.executions.ended(await workflow.call(body));
	expect(first.status).toBe('error');
	expect(failureOf(await n8n.executions.retried(first.id))).toBeUndefined();
	expect(sentTo().sort()).toEqual([...recipients].sort());

	simulator().fault({ kind: 'status', status: 403, match: { operationId: 'checkFaceTimeAvailability' } });
	const second = await n8n.executions.ended(await workflow.call(body));
	expect(second.status).toBe('error');
	expect(sentTo()).toHaveLength(60);
	expect(failureOf(await n8n.executions.retried(second.id))).toBeUndefined();
	expect(sentTo().slice(60).sort()).toEqual([...recipients].sort());
});

test('two overlapping runs by hand: each message is sent once, and none is unknown', async () => {
	const list = await MessageList.published(n8n, simulator, credential(), { text: 'Overlapping' });
	simulator().set({ latencyMs: 500 });
	const first = await list.started('By Hand');
	await list.hasSent(15);
	const second = await n8n.executions.ended(await list.started('By Hand'));
	for (const told of [await n8n.executions.ended(first), second]) {
		expect(list.reached(told)).toEqual({ accepted: 60, twice: 0, forgotten: 0, unknown: 0 });
	}
});

test.each(['doNotSend', 'sendAgain'])(
	'one idempotency key in ten items at once and in two executions at once (%s): each is sent once, and none is unknown',
	async (ifOutcomeUnknown) => {
		simulator().set({ latencyMs: 300 });
		const same = Array.from({ length: 10 }, () => row(0));
		const items = await calledWith(keyed('={{ "one " + $json.to }}', { ifOutcomeUnknown }), same);
		expect(items.map(({ status }) => status)).toEqual(same.map(() => 'accepted'));
		expect(items.filter(({ already_sent: isBefore }) => isBefore)).toHaveLength(9);
		expect(simulator().outbox).toHaveLength(1);

		const thirty = Array.from({ length: 30 }, (_, index) => row(index));
		const both = await calledWith(keyed('={{ $json.to }}', { ifOutcomeUnknown }), thirty, thirty);
		expect(both.map(({ status }) => status)).toEqual(both.map(() => 'accepted'));
		expect(both.filter(({ already_sent: isBefore }) => isBefore)).toHaveLength(30);
		expect(simulator().outbox).toHaveLength(31);
	},
);

test('a list with idempotency keys, called again and with 5 new rows: each message is sent once, and its key recorded as hashes', async () => {
	const list = await MessageList.published(n8n, simulator, credential(), {
		text: 'With keys',
		options: { idempotencyKey: '={{ $json.to }}' },
	});
	simulator().fault({ kind: 'status', status: 403, match: { recipient: recipients[7] } });
	const added = Array.from({ length: 5 }, (_, index) => `new-${String(index)}@example.com`);
	const sent: number[] = [];
	for (const to of [recipients, recipients, [...recipients, ...added]]) {
		await n8n.executions.ended(await list.called(to));
		sent.push(sentTo().length);
	}
	expect(sent).toEqual([59, 60, 65]);
	expect([...sentTo()].sort()).toEqual([...recipients, ...added].sort());
	expect(recordedValues(n8n, list.workflowId)).toEqual(Array(3 * 65).fill(hash));
});

test.each([
	['that are numbers', '={{ $json.order }}', 0],
	['that are texts', '={{ $json.orderId }}', 40],
	['joined to an order that is not there', '={{ "reminder " + $json.orderNumber }}', 0],
	['after an order that is not there', '={{ $json.orderNumber }}-reminder', 0],
])('40 idempotency keys of 20 digits %s: none is told as sent that was not', async (_, key, sent) => {
	const items = Array.from({ length: 40 }, (__, index) => {
		const orderId = `123456789012345678${String(10 + index)}`;
		return { ...row(index), orderId, order: Number(orderId) };
	});
	const told = await calledWith(keyed(key), items);
	expect(simulator().outbox).toHaveLength(sent);
	expect(told.filter(({ status }) => status === 'accepted')).toHaveLength(sent);
	expect(told.filter(({ status }) => status === 'failed')).toHaveLength(40 - sent);
});

/** A webhook, a node that asks the service for each item, and a send to each. */
function earlierNode(path: string): ExportedWorkflow {
	const asks = { operation: 'checkFaceTimeAvailability', to: '={{ $json.to }}' };
	const line = [
		...calledItems(path),
		node('Earlier', 'phoneServiceFaceTime', asks),
		node('Send', 'phoneServiceMessaging', { ...send, to: '={{ $json.address }}' }),
	];
	return workflowOf(line, inLine(line));
}

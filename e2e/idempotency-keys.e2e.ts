/** Idempotency keys in a real n8n: equal ones at once, a long list of them, and those that are no keys. */
import type { IDataObject } from 'n8n-workflow';
import { jsonOf } from './n8n/n8n-executions';
import { MessageList } from './support/message-list';
import { sharedN8n } from './support/shared-run';
import { counted, people } from './support/reached';
import { useCredential, useSimulator } from './support/simulated-service';
import { underTest } from './support/test-workflow';

const n8n = sharedN8n();
const simulator = useSimulator();
const credential = useCredential(n8n, simulator);

/** A list that sends with this key. */
async function keyed(idempotencyKey: string, ifOutcomeUnknown = 'doNotSend'): Promise<MessageList> {
	return await MessageList.published(n8n, simulator, credential(), {
		text: 'With keys',
		options: { idempotencyKey, ifOutcomeUnknown },
		advancedOptions: { requestsAtOnce: 50 },
	});
}

/** Calls a list with each of these recipients at the same time, and answers the rows of all executions. */
async function called(list: MessageList, ...recipients: string[][]): Promise<IDataObject[]> {
	const ids = await list.calledAtOnce(recipients);
	const executions = await Promise.all(
		ids.map(async (id) => await n8n.executions.ended(id, { milliseconds })),
	);
	return executions.flatMap((execution) => jsonOf<IDataObject>(execution, underTest));
}

const milliseconds = 300_000;
const isBefore = (row: IDataObject) => row.already_sent === true;

test.each(['doNotSend', 'sendAgain'])(
	'one idempotency key in ten items, and 30 in two executions at once (%s): each message is sent once, and none is unknown',
	async (ifOutcomeUnknown) => {
		simulator().set({ latencyMs: 300 });
		const list = await keyed('={{ $json.to }}', ifOutcomeUnknown);
		for (const [lists, sent] of [
			[[Array<string>(10).fill('ada@example.com')], 1],
			[[people(30), people(30)], 30],
		] as Array<[string[][], number]>) {
			const before = list.sentTo().length;
			const rows = await called(list, ...lists);
			expect(rows.map(({ status }) => status)).toEqual(lists.flat().map(() => 'accepted'));
			expect(rows.filter((row) => !isBefore(row))).toHaveLength(sent);
			expect(list.sentTo().length - before).toBe(sent);
		}
	},
);

test(
	'10,100 idempotency keys, and the same list again with one more: that one is sent',
	async () => {
		const list = await keyed('={{ $json.to }}');
		const all = people(10_100);
		expect((await called(list, all)).filter(isBefore)).toEqual([]);
		const startedAt = Date.now();
		const again = await called(list, [...all, 'ada@example.com']);
		counted('the same keys again', { seconds: Math.round((Date.now() - startedAt) / 1_000) });
		expect(again.filter(isBefore)).toHaveLength(all.length);
		expect(list.sentTo()).toHaveLength(all.length + 1);
		expect(new Set(list.sentTo()).size).toBe(all.length + 1);
	},
	2 * milliseconds,
);

test.each([
	['numbers of 20 digits', '={{ Number($json.to.split("@")[0]) }}', 0],
	['texts of 20 digits', '={{ $json.to.split("@")[0] }}', 40],
	['texts before a number that is not there', '={{ "reminder " + $json.order }}', 0],
	['texts after a number that is not there', '={{ $json.order }}-reminder', 0],
])('40 idempotency keys that are %s: none is told as sent that was not', async (_, key, sent) => {
	const to = Array.from({ length: 40 }, (__, index) => `123456789012345678${String(10 + index)}@example.com`);
	const list = await keyed(key);
	const rows = await called(list, to);
	expect(rows.filter(({ status }) => status === 'accepted')).toHaveLength(sent);
	expect(rows.filter(({ status }) => status === 'failed')).toHaveLength(40 - sent);
	expect(list.sentTo()).toHaveLength(sent);
});

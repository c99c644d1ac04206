import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { useFakeClock, whileTimePasses } from '../support/clock';
import { runWorkflow, workflowAround, type WorkflowJson } from '../support/engine';
import { credential, plainImessage, simulator, useSimulator } from '../support/simulated';
import { messagesPerRecipient } from '../support/simulator-of-file';

useSimulator({ sendRate: false });
useFakeClock();

const refusedTwice = '+12025550147';
const processedThen500 = '+12025550146';
const retryOnFail: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1000 };

function recipients(special: string): IDataObject[] {
	const ordinary = Array.from({ length: 19 }, (_, index) => ({ to: `+120255501${60 + index}` }));
	return [...ordinary.slice(0, 7), { to: special }, ...ordinary.slice(7)];
}

function bulk(special: string, parameters: INodeParameters = {}): WorkflowJson {
	return workflowAround(
		'phoneServiceMessaging',
		{ ...plainImessage, ...parameters },
		recipients(special),
		retryOnFail,
	);
}

async function run(workflow: WorkflowJson) {
	return await whileTimePasses(runWorkflow(workflow, credential()));
}

const twentyOnce = Array.from({ length: 20 }, () => 1);

test('20 recipients, one refused twice (403) and accepted the third time: Retry On Fail, then Retry: 22 requests, everybody gets exactly one message', async () => {
	const failed = await run(bulk(refusedTwice));
	expect(failed.error?.message).toBe('1 of 20 not sent, 19 accepted earlier');
	expect(simulator().requests).toHaveLength(21);
	expect(JSON.stringify(failed.context())).not.toMatch(/\+1202|Hello|demo-token/);

	const retried = await whileTimePasses(failed.retry());
	expect(retried.error).toBeUndefined();
	expect(simulator().requests).toHaveLength(22);
	expect(Object.values(messagesPerRecipient())).toEqual(twentyOnce);

	const ids = new Map(simulator().outbox.map(({ to, message_id: id }) => [to, id]));
	expect(retried.json().map(({ message_id: id }) => id)).toEqual(
		recipients(refusedTwice).map(({ to }) => ids.get(String(to))),
	);
	expect(retried.context().sends).toEqual({});
});

describe('20 recipients, one answered 500 after the message was taken', () => {
	test('it is reported unknown and not sent again, the other 19 get exactly one', async () => {
		const options = { messagesPerSecond: 0 };
		const failed = await run(bulk(processedThen500, { options }));
		expect(failed.error?.context).toMatchObject({ outcome: 'unknown' });
		expect(failed.error?.description).toMatch(/may have sent this message already/);
		const retried = await whileTimePasses(failed.retry());
		expect(retried.error?.context).toMatchObject({ outcome: 'unknown' });
		expect(retried.error?.description).toMatch(/500 Internal Server Error.*Send Again If Unknown/);
		expect(simulator().requests).toHaveLength(20);
		expect(Object.values(messagesPerRecipient())).toEqual(twentyOnce);
	});

	test('with Send Again If Unknown it is sent again, and nobody else is', async () => {
		const finished = await run(
			bulk(processedThen500, { options: { messagesPerSecond: 0, sendAgainIfUnknown: true } }),
		);
		expect(finished.error).toBeUndefined();
		expect(simulator().requests).toHaveLength(21);
		expect(Object.values(messagesPerRecipient()).sort()).toEqual([...twentyOnce.slice(1), 2]);
	});

	test('with Send Again If Unknown it is refused: it stays unknown, and is not sent without that', async () => {
		const bulkWith = (sendAgainIfUnknown: boolean) =>
			bulk(processedThen500, { options: { messagesPerSecond: 0, sendAgainIfUnknown } });
		const failed = await run(bulkWith(false));
		simulator().fault({ kind: 'status', status: 403, times: 2, match: { recipient: processedThen500 } });
		const refused = await whileTimePasses(failed.retry(bulkWith(true)));
		expect(refused.error?.context).toMatchObject({ outcome: 'rejected' });
		for (const execution of [refused, failed]) {
			const retried = await whileTimePasses(execution.retry(bulkWith(false)));
			expect(retried.error?.context).toMatchObject({ outcome: 'unknown' });
		}
		expect(Object.values(messagesPerRecipient())).toEqual(twentyOnce);
	});
});

describe('what counts as the same message', () => {
	test('two rows to one person, the first one without a text until that is fixed: Retry sends it alone', async () => {
		const rows = [{ to: '+1 202-555-0160' }, { to: '+12025550160', text: 'Second' }];
		const sendWith = (message: string) =>
			workflowAround('phoneServiceMessaging', { ...plainImessage, message }, rows);
		const texts = () => simulator().outbox.map(({ message }) => message);
		const failed = await run(sendWith('={{ $json.text }}'));
		expect(texts()).toEqual(['Second']);
		const retried = await whileTimePasses(failed.retry(sendWith('={{ $json.text ?? "First" }}')));
		expect(retried.error).toBeUndefined();
		expect(texts()).toEqual(['Second', 'First']);
	});

	test.each([
		['+14155550100, +14155550101', '+12125550102, +12125550103, +13125550104'],
		['+14155550100', '+14155550101'],
	])('From %s, then From %s makes no new message: the number was our choice', async (before, after) => {
		const failed = await run(bulk(refusedTwice, { from: before }));
		const retried = await whileTimePasses(failed.retry(bulk(refusedTwice, { from: after })));
		expect(retried.json()[0]).toMatchObject({ to: '+12025550160', message_id: expect.any(String) });
		expect(Object.values(messagesPerRecipient())).toEqual(twentyOnce);
	});

	test.each<[string, INodeParameters, INodeParameters]>([
		['a campaign that is added', {}, { campaign: 'spring' }],
		['a campaign that is renamed', { campaign: 'spring' }, { campaign: 'summer' }],
		['a campaign that is removed', { campaign: 'spring' }, {}],
		['Send Again with a campaign', { campaign: 'spring' }, { campaign: 'spring', sendAgain: true }],
		['a key that is added', {}, { idempotencyKey: '={{ $json.to }}' }],
	])('%s after the first try makes no new message of what it has sent', async (_, before, after) => {
		const bulkWith = (options: INodeParameters) =>
			bulk(refusedTwice, { options: { messagesPerSecond: 0, ...options } });
		const failed = await run(bulkWith(before));
		const retried = await whileTimePasses(failed.retry(bulkWith(after)));
		expect(retried.error).toBeUndefined();
		expect(Object.values(messagesPerRecipient())).toEqual(twentyOnce);
	});

	test('a row of a dry run without a value keeps its place when it has one: Retry sends no other one again', async () => {
		const rows = [{ dry: true }, { dry: false, name: 'Ada' }].map((row) => ({ to: '+12025550160', ...row }));
		const options = { messagesPerSecond: 0, dryRun: '={{ $json.dry }}' };
		const sendWith = (message: string) =>
			workflowAround('phoneServiceMessaging', { ...plainImessage, message, options }, [
				...rows,
				{ to: 'wrong', dry: false, name: 'Bob' },
			]);
		const failed = await run(sendWith('=Hi {{ $json.name }}'));
		await whileTimePasses(failed.retry(sendWith('=Hi {{ $json.name ?? "there" }}')));
		expect(simulator().outbox).toMatchObject([{ message: 'Hi Ada' }]);
	});

	test('the same request in a later round of a loop is a message of its own', async () => {
		const workflow = workflowAround(
			'phoneServiceMessaging',
			plainImessage,
			[{ to: '+12025550160' }],
			retryOnFail,
		);
		workflow.nodes.push({ ...(workflow.nodes[0] as INode), id: 'More', name: 'More' });
		workflow.connections.Items?.main?.[0]?.push({ node: 'More', type: 'main', index: 0 });
		workflow.connections.More = { main: [[{ node: 'Node', type: 'main', index: 0 }]] };
		const finished = await run(workflow);
		expect(finished.run.data.resultData.runData.Node).toHaveLength(2);
		expect(simulator().outbox).toHaveLength(2);
	});
});

import { sleep, type IExecuteFunctions, type INodeExecutionData, type INodeType } from 'n8n-workflow';

import { NotOverChannel } from '../input/invalid-input';
import type { NodeOperation } from '../operation/operation';
import { notSent, type Failed, type Outcome } from '../service/outcome';
import type { ItemParameters } from '../parameters/parameters';
import { isOfStartingMessage } from '../operation/starting-message';
import { pause } from '../service/times';
import { Semaphore } from '../waiting/semaphore';
import { connection } from '../service/http';
import { effectOf } from '../service/service-request';
import { filesOf } from '../items/files';
import { itemOf, recipientGiven, type Item } from '../items/item';
import { nodeRun, type NodeRun } from '../items/node-run';
import { outputItems } from '../telling/output-items';
import { rowOf, type Row } from '../telling/row';
import { RunSummary } from '../telling/run-summary';
import { Delivery } from './send';

/**
 * The way by which n8n's engine runs a node: once for all items, by the values of the parameters `resource` and
 * `operation`.
 */
export function customOperations(
	resource: string,
	operations: NodeOperation[],
): NonNullable<INodeType['customOperations']> {
	const delivered = operations.map((operation) => [
		operation.id,
		async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			return [await deliverItems(nodeRun(this, operation), operation)];
		},
	]);
	// Without the names that every object has, such as constructor: n8n would call them.
	return { [resource]: Object.assign(Object.create(null), Object.fromEntries(delivered)) };
}

function thrown(error: unknown): Failed {
	return { ...notSent('thrown'), error };
}

/**
 * Delivers the items of a run in their order: each read when its turn comes, bounded, paced, repeated only where that is safe,
 * and answered in its place. Items that fail become error items where the workflow goes on; otherwise all others are delivered,
 * and then the first one's error is thrown.
 */
export async function deliverItems(run: NodeRun, operation: NodeOperation): Promise<INodeExecutionData[]> {
	const connect = async () => await connection(run.caller, run.parameters(0).raw('requestOptions'));
	const connected = await connect().catch(thrown);
	if ('is' in connected) {
		const all = run.items.map((_, index) => ({ index, parameters: run.parameters(index) }));
		const rows = all.map((one) => rowOf(run, operation, one, connected));
		return outputItems(run, operation, rows, new RunSummary(run, operation, rows));
	}
	const delivery = new Delivery(run, operation, connected);
	const rows = refusedBeforehand(delivery) ?? (await deliverAll(delivery));
	const summary = new RunSummary(run, operation, rows, delivery);
	await delivery.record?.close(!rows.some(({ isMissing }) => isMissing));
	for (const hint of summary.hints()) run.hint(hint);
	return outputItems(run, operation, rows, summary);
}

/**
 * Checks the values of all items that are to be read about, where one that is wrong would end the workflow and so throw
 * the answers of the others away. If any is, the rows are those of the wrong ones, and say that no other was asked about.
 */
function refusedBeforehand(delivery: Delivery): Row[] | undefined {
	const { run, operation } = delivery;
	if (effectOf(operation.service) !== 'read' || run.continuesOnFail || run.items.length < 2) return undefined;
	const checked = run.items.map((_, index) => {
		const parameters = run.parameters(index);
		try {
			const item = itemOf(delivery, parameters, index);
			return rowOf(run, operation, { index, parameters, item }, { is: 'notAsked' });
		} catch (error) {
			return rowOf(run, operation, { index, parameters }, thrown(error));
		}
	});
	return checked.some(({ error }) => error) ? checked : undefined;
}

/** Enough that the items of every sender of a pool are among them, few enough to keep thousands out of memory. */
const preparedAtOnce = 1000;

/** Items that are prepared before the process may do something else. */
const itemsPerTick = 20;

/** Starts each item when n8n's own Batching lets it, and not too many wait. */
async function deliverAll(delivery: Delivery): Promise<Row[]> {
	const { run, connection } = delivery;
	const { size, intervalMs } = connection.batching;
	const permits = new Semaphore(preparedAtOnce);
	const rows: Array<Promise<Row>> = [];
	for (const index of run.items.keys()) {
		if (index > 0 && index % size === 0) await pause(intervalMs, run.signal);
		if (index % itemsPerTick === itemsPerTick - 1) await sleep(0);
		await permits.acquire();
		rows.push(deliverItem(delivery, index).finally(() => permits.release()));
	}
	return await Promise.all(rows);
}

/** Lets the workflow go on where the channel of the message that started it does not have what is no answer. */
function withoutCourtesy(
	{ run, operation }: Delivery,
	parameters: ItemParameters,
	error: unknown,
): Outcome | undefined {
	if (!operation.isCourtesy || !(error instanceof NotOverChannel)) return undefined;
	if (!isOfStartingMessage(run.node)) return undefined;
	const from = String(parameters.raw('from'));
	return { is: 'skipped', reason: error.message, from };
}

/** Reads an item once those before it are read, so that items keep their order however long the files of one take. */
async function readItem(delivery: Delivery, parameters: ItemParameters, index: number): Promise<Item> {
	const files = await delivery.reading.next('', async () => await filesOf(delivery, parameters, index));
	return itemOf(delivery, parameters, index, files);
}

/** Delivers one item. Never throws: one that failed has a row, too. */
async function deliverItem(delivery: Delivery, index: number): Promise<Row> {
	const { run, operation } = delivery;
	const parameters = run.parameters(index);
	let item: Item | undefined;
	let outcome: Outcome = notSent('stopped');
	if (!run.signal?.aborted) {
		try {
			item = await readItem(delivery, parameters, index);
			outcome = await delivery.deliver(item);
		} catch (error) {
			if (!item) delivery.leaveOut(recipientGiven(operation, parameters));
			outcome = withoutCourtesy(delivery, parameters, error) ?? thrown(error);
		}
	}
	return rowOf(run, operation, { index, parameters, item }, outcome);
}

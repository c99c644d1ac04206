/**
 * The delivery that all nodes share: one loop over the items of a run. A reader walks from the node to its operation
 * (what one item asks of the service) and from there to this file, then down:
 *
 *   node-run.ts          what n8n gives to a run
 *   turns.ts             when the next item is prepared
 *   delivery.ts          what the items of a run share, and the way of one item
 *   delivery-options.ts  the options in the panel
 *   list-options.ts      pace, limits and hours of messages to many people
 *   not-sent.ts          messages that an earlier run sent, or a later one sends
 *   sender-pool.ts       which of several numbers sends
 *   recipient-order.ts   messages to one recipient, one after the other
 *   ledger/              which sends have been made already
 *   pace/                when a request may start
 *   request/             the request, and when it may be made again
 *   outcomes.ts          what leaves the run: its items, or an error
 *   run-summary.ts       what is said of the run as a whole
 */
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { aboutOf } from '../failure/given-fields';
import { itemErrorOf } from '../failure/item-error';
import type { NodeOperation } from '../operation/operation';
import { Delivery } from './delivery';
import { nodeRun, type NodeRun } from './node-run';
import { Outcomes } from './outcomes';
import { RunSummary } from './run-summary';
import { Turns } from './turns';

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
	return { [resource]: Object.fromEntries(delivered) };
}

/**
 * Delivers the items of a run in their order: each prepared when its turn comes, bounded, paced, repeated only where
 * that is safe, and answered in its place. Items that fail become error items where the workflow goes on; otherwise
 * all others are delivered, and then the first one's error is thrown.
 */
export async function deliverItems(run: NodeRun, operation: NodeOperation): Promise<INodeExecutionData[]> {
	const { effect } = serviceOperations[operation.service];
	const summary = new RunSummary(run.items.length, effect);
	const outcomes = new Outcomes(run, summary, effect);
	const delivery = await Delivery.begin(run, operation, summary).catch((error: unknown) => {
		for (const index of run.items.keys()) {
			outcomes.note(index, {
				status: 'failed',
				about: aboutOf(operation, run.parameters(index)),
				error: () => itemErrorOf(error, run.node, index, 'notSent'),
				answerOnly: false,
				isDryRun: false,
			});
		}
	});
	if (delivery) {
		await deliverInTurn(delivery, outcomes);
		await delivery.end();
	}
	summary.hints().forEach(run.hint);
	return outcomes.all();
}

async function deliverInTurn(delivery: Delivery, outcomes: Outcomes): Promise<void> {
	const turns = new Turns(delivery);
	const underWay = new Set<Promise<void>>();
	for (const index of delivery.run.items.keys()) {
		await turns.next(index);
		const work = delivery
			.item(index)
			.then((result) => outcomes.note(index, result))
			.finally(() => {
				underWay.delete(work);
				turns.over();
			});
		underWay.add(work);
	}
	await Promise.all(underWay);
}

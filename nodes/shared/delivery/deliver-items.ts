/**
 * The delivery that all nodes share: one loop over the items of a run. A reader walks from the node to its operation
 * (what one item asks of the service) and from there to this file, then down:
 *
 *   node-run.ts          what n8n gives to a run
 *   delivery.ts          what the items of a run share, and the way of one item
 *   delivery-options.ts  the options in the panel
 *   sender-pool.ts       which of several numbers sends
 *   recipient-order.ts   messages to one recipient, one after the other
 *   ledger/              which sends have been made already
 *   pace/                when a request may start
 *   request/             the request, and when it may be made again
 *   run-summary.ts       what is said of the run as a whole
 */
import { sleep, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { failedItem, itemErrorOf, type ItemError } from '../failure/item-error';
import type { NodeOperation } from '../operation/operation';
import { Delivery } from './delivery';
import type { NodeRun } from './node-run';
import { pause } from './pace/pause';
import { RunSummary } from './run-summary';

/** Enough that the items of every sender of a pool are among them, few enough to keep thousands out of memory. */
const preparedAtOnce = 1000;

/** Items that are prepared before the process may do something else. */
const withoutABreak = 20;

/** Tells when the next item may be prepared. */
class Turns {
	private prepared = 0;

	private sinceBreak = 0;

	private lookAgain = () => {};

	constructor(private readonly delivery: Delivery) {
		delivery.slots.onRelease = () => this.lookAgain();
	}

	/** Waits until n8n's own Batching lets one more item start, and until there is room for it. */
	async next(index: number): Promise<void> {
		const { settings, slots, run } = this.delivery;
		const { size, intervalMs } = settings.batching ?? { size: 1, intervalMs: 0 };
		if (index > 0 && index % size === 0) await pause(intervalMs, run.signal);
		this.sinceBreak = slots.isFree ? this.sinceBreak + 1 : 0;
		if (this.sinceBreak % withoutABreak === withoutABreak - 1) await sleep(0);
		while (!this.hasRoom()) {
			await new Promise<void>((resolve) => {
				this.lookAgain = resolve;
			});
		}
		this.prepared += 1;
	}

	over(): void {
		this.prepared -= 1;
		this.lookAgain();
	}

	/**
	 * While requests are under way as many as may be, as many again are prepared; while items wait for their rate, so
	 * many that those of other senders are among them.
	 */
	private hasRoom(): boolean {
		const { slots, requestsAtOnce } = this.delivery;
		return this.prepared < (slots.isFree ? preparedAtOnce : 2 * requestsAtOnce);
	}
}

/** The items that have left a run so far, and the error that ends it unless the workflow goes on. */
class Outcomes {
	readonly items: INodeExecutionData[] = [];

	private firstFailed = Infinity;

	private error?: ItemError;

	constructor(
		private readonly run: NodeRun,
		private readonly summary: RunSummary,
	) {}

	succeeded(index: number, json: IDataObject): void {
		this.summary.noteDone();
		this.items[index] = { json, pairedItem: { item: index } };
	}

	failed(index: number, error: ItemError): void {
		const { node, items, continuesOnFail } = this.run;
		this.summary.noteFailed(index);
		if (continuesOnFail) this.items[index] = failedItem(error, node, items[index]?.json ?? {}, index);
		else if (index < this.firstFailed) [this.firstFailed, this.error] = [index, error];
	}

	/** The items in their order. The first failed one's error, with a word about the others, where it ends the run. */
	all(): INodeExecutionData[] {
		if (!this.error) return this.items;
		const { message } = this.error;
		const description = [this.error.description, this.summary.ofFailedRun()].filter(Boolean).join(' ');
		if (isTool(this.run)) this.error.message = [message, description].filter(Boolean).join('. ');
		throw Object.assign(this.error, { description });
	}
}

/** Whether an agent calls the node: newer ones show their model the message of an error and nothing else. */
function isTool({ node }: NodeRun): boolean {
	return node.type.endsWith('Tool');
}

/**
 * Delivers the items of a run in their order: each prepared when its turn comes, bounded, paced, repeated only where
 * that is safe, and answered in its place. Items that fail become error items where the workflow goes on; otherwise
 * all others are delivered, and then the first one's error is thrown.
 */
export async function deliverItems(run: NodeRun, operation: NodeOperation): Promise<INodeExecutionData[]> {
	const summary = new RunSummary(run.items.length, serviceOperations[operation.id].effect);
	const outcomes = new Outcomes(run, summary);
	const delivery = await Delivery.begin(run, operation, summary).catch((error: unknown) => {
		for (const index of run.items.keys())
			outcomes.failed(index, itemErrorOf(error, run.node, index, 'notSent'));
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
			.then(
				(json) => outcomes.succeeded(index, json),
				(error: ItemError) => outcomes.failed(index, error),
			)
			.finally(() => {
				underWay.delete(work);
				turns.over();
			});
		underWay.add(work);
	}
	await Promise.all(underWay);
}

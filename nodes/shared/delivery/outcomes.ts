import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { N8nError } from '../failure/explained-error';
import { failedItem } from '../failure/item-error';
import type { Output } from '../operation/operation';
import type { NodeRun } from './node-run';
import type { RunSummary } from './run-summary';

/** The items that have left a run so far, and the error that ends it unless the workflow goes on. */
export class Outcomes {
	private readonly items: Array<INodeExecutionData | INodeExecutionData[]> = [];

	private firstFailed = Infinity;

	private error?: N8nError;

	constructor(
		private readonly run: NodeRun,
		private readonly summary: RunSummary,
	) {}

	/** Notes the output of an item. */
	succeeded(index: number, output: Output): void {
		this.summary.noteDone();
		const itemWith = (json: IDataObject) => ({ json, pairedItem: { item: index } });
		this.items[index] = Array.isArray(output) ? output.map(itemWith) : itemWith(output);
	}

	/** Notes the error of an item, which leaves as an item where the workflow goes on. */
	failed(index: number, error: N8nError): void {
		const { node, items, continuesOnFail } = this.run;
		this.summary.noteFailed(index);
		if (continuesOnFail) this.items[index] = failedItem(error, node, items[index]?.json ?? {}, index);
		else if (index < this.firstFailed) [this.firstFailed, this.error] = [index, error];
	}

	/** The items in their order. The first failed one's error, with a word about the others, where it ends the run. */
	all(): INodeExecutionData[] {
		if (!this.error) return this.items.flat();
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

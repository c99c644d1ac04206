import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { failedItem, shownDetails, type N8nError } from '../../failure/explained-error';
import { serviceOperations } from '../../contract/contract';
import type { NodeOperation } from '../../operation/operation';
import { isTool, type NodeRun } from '../steps/step';
import { isFailed, type Done, type Failed, type Result } from './results';
import type { RunSummary } from './run-summary';

/** The fields that a row has of its own. Those of the input with these names are left from an earlier send. */
const rowFields = new Set([
	'to',
	'status',
	'reason',
	'from',
	'message_id',
	'already_sent',
	'confirmed_by',
	'deferred',
	'send_after',
	'details',
	'error',
]);

function listFields(input: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(input).filter(([name]) => !rowFields.has(name)));
}

/** Makes the error of an item one of its whole run. n8n shows a template in place of the description, with line breaks. */
function tellOfAll({ context }: N8nError, description: string): void {
	delete context.itemIndex;
	context.descriptionTemplate = description.replaceAll('\n', '<br>');
}

/** The items that leave a run, or the error that ends it. */
export class Outcomes {
	constructor(
		private readonly run: NodeRun,
		private readonly results: Result[],
		private readonly summary: RunSummary,
		private readonly operation: NodeOperation,
	) {}

	/**
	 * The items in their order. Unless the workflow goes on, the error of the first one that failed, with a word about the
	 * others; but a dry run shows what it has checked.
	 */
	all(): INodeExecutionData[] {
		const { continuesOnFail } = this.run;
		const isEnd = (result: Result): result is Failed =>
			isFailed(result) && !continuesOnFail && !(result.isDryRun && this.summary.hasChecked);
		const first = this.results.find(isEnd);
		if (first) throw this.endOfRun(first.error());
		const gaps = this.gaps();
		return this.results.flatMap((result, index) => this.items(result, index, gaps));
	}

	/** Whether an item leaves as a row. A tool gives its agent the answer alone. */
	private isRow({ answerOnly }: Result): boolean {
		const { effect } = serviceOperations[this.operation.service];
		return effect === 'send' && !answerOnly && !isTool(this.run);
	}

	/** Whether the answer leaves behind the fields of the item that it tells more of. */
	private isEnriched({ answerOnly }: Result): boolean {
		return this.operation.keepsFields === true && !answerOnly && !isTool(this.run);
	}

	private endOfRun(error: N8nError): N8nError {
		const first = { message: error.message, description: error.description ?? '' };
		const { message, description } = this.summary.ofFailedRun(first);
		if (message !== first.message) tellOfAll(error, description);
		error.message = isTool(this.run) ? [message, description].filter(Boolean).join('. ') : message;
		return Object.assign(error, { description });
	}

	/** The fields that only some rows of the run would have, without a value: so a table of them has no holes. */
	private gaps(): IDataObject {
		const rows = this.results.filter((result) => this.isRow(result));
		const hasSender = rows.some(({ from }) => from !== undefined);
		const has = (name: string) =>
			rows.some((row) => !isFailed(row) && row.status !== 'checked' && name in row.answer);
		const names = ['message_id', 'confirmed_by', 'send_after'].filter(has);
		return {
			...(hasSender && this.named(null, 'from')),
			...(rows.some((row) => 'wasEarlier' in row && row.wasEarlier) && { already_sent: null }),
			...Object.fromEntries(names.map((name) => [name, null])),
		};
	}

	private items(result: Result, index: number, gaps: IDataObject): INodeExecutionData[] {
		const input = this.run.items[index]?.json ?? {};
		const pairedItem = { item: index };
		const asRow = this.isRow(result);
		if (isFailed(result)) {
			const error = result.error();
			const details = shownDetails(error);
			const json = asRow
				? { ...this.rowOf(result, input, gaps), reason: error.message, details }
				: { ...input, error: error.message, details };
			return [failedItem({ json, pairedItem }, error, this.run.node)];
		}
		const json = asRow
			? { ...this.rowOf(result, input, gaps), ...answerInRow(result, input) }
			: { ...(this.isEnriched(result) && input), ...result.answer };
		const answers = Array.isArray(result.answer) ? result.answer : [json];
		return answers.map((one) => ({ json: one, pairedItem }));
	}

	/** The fields of the list, and those that all rows of the run have. */
	private rowOf(
		{ subject = null, from, status }: Result,
		input: IDataObject,
		gaps: IDataObject,
	): IDataObject {
		const sender = from === undefined ? {} : this.named(from, 'from');
		const own = { ...this.named(subject, 'to'), status, reason: null, ...gaps, ...sender };
		return { ...listFields(input), ...own } as IDataObject;
	}

	/** A value of the request by the name that the output has for it. */
	private named(value: unknown, property: 'to' | 'from'): IDataObject {
		const [name = property] = Object.entries(this.operation.repeats ?? {}).find(
			([, repeated]) => repeated === property,
		) ?? [property];
		return { [name]: value } as IDataObject;
	}
}

/** What a row tells of its message. One that was sent earlier keeps the ID that its input has. */
function answerInRow(result: Done, { message_id: id }: IDataObject): IDataObject {
	const { status, reason, details, wasEarlier } = result;
	const answer = result.answer as IDataObject;
	if (status === 'checked') return { reason, ...(wasEarlier ? { already_sent: true } : { details }) };
	const isKept = wasEarlier && answer.message_id === null && typeof id === 'string';
	const kept = { ...(wasEarlier && { already_sent: true }), ...(isKept && { message_id: id }) };
	return { reason: status === 'accepted' ? null : reason, ...answer, status, ...kept };
}

import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { serviceOperations } from '../../contract/contract';
import { failedItem, shownDetails } from '../../failure/explained-error';
import type { NodeOperation } from '../../operation/operation';
import { isTool, type NodeRun } from '../steps/step';
import { isFailed, type Done, type Failed, type Result } from './delivery';
import type { RunSummary } from './run-summary';

/** The fields that a row has of its own. Those of the input with these names are left from an earlier send. */
const rowFields = new Set([
	'to',
	'status',
	'reason',
	'from',
	'message_id',
	'already_sent',
	'deferred',
	'send_after',
	'details',
	'error',
]);

/**
 * The items that leave a run, in their order. Unless the workflow goes on, the error of the first one that failed, with a word
 * about the others; but a dry run shows what it has checked.
 */
export function outcomesOf(
	run: NodeRun,
	{ service, keepsFields, repeats = {} }: NodeOperation,
	results: Result[],
	summary: RunSummary,
): INodeExecutionData[] {
	const isSend = serviceOperations[service].effect === 'send';
	/** Whether items leave with their fields. A tool gives its agent the answer alone. */
	const areKept = !isTool(run);
	const areRows = isSend && areKept;
	/** A value of the request by the name that the output has for it. */
	const named = (value: unknown, property: 'to' | 'from') =>
		({ [Object.keys(repeats).find((name) => repeats[name] === property) ?? property]: value }) as IDataObject;
	const first = results.find(
		(result): result is Failed =>
			isFailed(result) && !run.continuesOnFail && !(result.isDryRun && summary.hasChecked),
	);
	if (first) throw summary.errorOfRun(first.error());
	/** The fields that only some rows of the run would have, without a value: so a table of them has no holes. */
	const rows = areRows ? results : [];
	const has = (name: string) => rows.some((row) => !isFailed(row) && name in row.answer);
	const gaps = {
		...(rows.some(({ from }) => from !== undefined) && named(null, 'from')),
		...(rows.some((row) => 'wasEarlier' in row && row.wasEarlier) && { already_sent: null }),
		...Object.fromEntries(['message_id', 'send_after'].filter(has).map((name) => [name, null])),
	};
	/** The fields of the list, and those that all rows of the run have. */
	const rowOf = ({ subject = null, from, status }: Result, input: IDataObject): IDataObject => ({
		...Object.fromEntries(Object.entries(input).filter(([name]) => !rowFields.has(name))),
		...named(subject, 'to'),
		status,
		reason: null,
		...gaps,
		...(from !== undefined && named(from, 'from')),
	});
	return results.flatMap((result, index) => {
		const { json: input = {}, binary } = run.items[index] ?? {};
		const pairedItem = { item: index };
		const files = binary && areKept && { binary };
		if (isFailed(result)) {
			const error = result.error();
			const details = shownDetails(error);
			const row = { ...rowOf(result, input), reason: error.message };
			const json = areRows
				? { ...emptied(row, input, run.node), details }
				: { ...input, error: error.message, details };
			return [failedItem({ json, ...files, pairedItem }, error, run.node)];
		}
		const json = areRows
			? { ...rowOf(result, input), ...answerInRow(result, input) }
			: { ...(keepsFields && areKept && input), ...result.answer };
		const answers = Array.isArray(result.answer) ? result.answer : [json];
		const hasFields = isSend || keepsFields;
		return answers.map((one) => ({ json: one, ...(hasFields && files), pairedItem }));
	});
}

/**
 * By the error output, n8n adds all fields of the input to a failed row: those that are left from an earlier send are emptied
 * here, so that they do not come back.
 */
function emptied(row: IDataObject, input: IDataObject, { onError }: INode): IDataObject {
	if (onError !== 'continueErrorOutput') return row;
	const left = Object.keys(input).filter((name) => rowFields.has(name) && !(name in row));
	return { ...row, ...Object.fromEntries(left.map((name) => [name, name === 'error' ? row.reason : null])) };
}

/** What a row tells of its message, beside the fields of the list. One that was sent earlier keeps the ID that its input has. */
function answerInRow(result: Done, input: IDataObject): IDataObject {
	const { status, reason, wasEarlier } = result;
	const told = Object.entries(result.answer).filter(([name]) => rowFields.has(name) || !(name in input));
	const answer = Object.fromEntries(told) as IDataObject;
	const { message_id: id } = input;
	const isKept = wasEarlier && answer.message_id === null && typeof id === 'string';
	const kept = { ...(wasEarlier && { already_sent: true }), ...(isKept && { message_id: id }) };
	return { reason: status === 'accepted' ? null : reason, ...answer, status, ...kept };
}

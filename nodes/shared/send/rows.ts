import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { serviceOperations } from '../contract/contract';
import { failedItem, shownDetails } from '../explain/explained-error';
import type { NodeOperation, Output } from '../operation/operation';
import type { NodeRun } from './node-run';
import { isFailed, type Done, type Failed, type Result } from './result';
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

/** What the name of an answer's field begins with where the list has a column of that name. */
const prefix = 'lookup_';

/**
 * The fields of an answer of which its item has the name. What names the same in both is one field, and the row of a message is
 * brought up to date by what is read of that message.
 */
function takenNames(answer: Output, input: IDataObject = {}, naming: string[] = []): string[] {
	const { message_id: id = null } = answer as IDataObject;
	const isItsRow = id !== null && input.message_id === id;
	const isOne = (name: string, value: unknown) =>
		(naming.includes(name) && input[name] === value) || (isItsRow && rowFields.has(name));
	const taken = Object.entries(answer).filter(
		([name, value]) => Object.hasOwn(input, name) && !isOne(name, value),
	);
	return taken.map(([name]) => name);
}

function hintOf(taken: string[]): string {
	const list = new Intl.ListFormat('en-GB');
	const renamed = taken.map((name) => `${prefix}${name}`);
	return `Your list keeps its ${list.format(taken)}. The answers are in ${list.format(renamed)}.`;
}

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
	const areKept = !run.isTool;
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
	const standsBeside = keepsFields !== undefined && areKept;
	/** One field has one name in all rows, so that a workflow finds it, whatever the columns of a row hold. */
	const taken = new Set(
		results.flatMap((result, index) =>
			isFailed(result) || !standsBeside ? [] : takenNames(result.answer, run.items[index]?.json, keepsFields),
		),
	);
	if (taken.size > 0) run.hint(hintOf([...taken]));
	const beside = (answer: Output) =>
		Object.entries(answer).map(([name, value]) => [taken.has(name) ? `${prefix}${name}` : name, value]);
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
			: standsBeside
				? { ...input, ...Object.fromEntries(beside(result.answer)) }
				: result.answer;
		const answers = [json].flat();
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

import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { failedItem, shownDetails } from '../explain/explained-error';
import type { NodeOperation, Output } from '../operation/operation';
import { effectOf } from '../service/service-request';
import type { NodeRun } from './node-run';
import { isFailed, type Done, type FailedResult, type Result } from './result';
import type { RunSummary } from './run-summary';

/** The fields that a row has of its own. Those of the input with these names are left from an earlier send. */
const rowFields = new Set([
	'to',
	'status',
	'reason',
	'from',
	'message_id',
	'already_sent',
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
 * Makes the rows of a send: what became of the message, the columns of the list, then what else is known of it. All rows of a run
 * have the same fields, so a table of them has no holes. But an ID that nobody knows would empty a column of a sheet.
 */
function rowMaker(run: NodeRun, { repeats = {} }: NodeOperation, results: Result[]) {
	/** The name that the output has for a value of the request. */
	const nameOf = (property: 'to' | 'from') =>
		Object.keys(repeats).find((name) => repeats[name] === property) ?? property;
	const [recipient, sender] = [nameOf('to'), nameOf('from')];
	const inputs = run.items.map(({ json }) => json);
	const saysWhom = (name: string) =>
		(name === recipient || !rowFields.has(name)) &&
		results.every(({ subject }, index) => inputs[index]?.[name] === subject);
	/** The column of the list that says to whom: no other field repeats it. */
	const column = Object.keys(inputs[0] ?? {}).find(saysWhom);
	const done = results.filter((result): result is Done => !isFailed(result));
	const shared = [
		...(results.some(({ from }) => from !== undefined) ? [sender] : []),
		...(done.some(({ wasEarlier }) => wasEarlier) ? ['already_sent'] : []),
		...['message_id', 'send_after'].filter((name) => done.some(({ answer }) => name in answer)),
	];
	return (result: Result, input: IDataObject): IDataObject => {
		const { status, subject = null, from } = result;
		const columns = Object.entries(input).filter(([name]) => name === column || !rowFields.has(name));
		const row: IDataObject = {
			status,
			reason: null,
			...Object.fromEntries(columns),
			...(column === undefined && { [recipient]: subject }),
			...Object.fromEntries(shared.map((name) => [name, null])),
			...(from !== undefined && { [sender]: from }),
		};
		if (isFailed(result)) return row;
		const { answer, reason = null, wasEarlier } = result;
		const told = Object.entries(answer).filter(([name]) =>
			rowFields.has(name) ? name !== recipient : !(name in input),
		);
		Object.assign(row, Object.fromEntries(told), {
			status,
			reason: status === 'accepted' ? null : reason,
			...(wasEarlier && { already_sent: true }),
		});
		if (wasEarlier && row.message_id === null) {
			const { message_id: id } = input;
			if (typeof id === 'string') row.message_id = id;
			else delete row.message_id;
		}
		return row;
	};
}

/**
 * By the error output, n8n adds all fields of the input to a failed row: those that are left from an earlier send are emptied
 * here, so that they do not come back.
 */
function emptied(row: IDataObject, input: IDataObject, { onError }: INode): IDataObject {
	if (onError !== 'continueErrorOutput') return row;
	const stale = Object.keys(input).filter((name) => rowFields.has(name) && !(name in row));
	return { ...row, ...Object.fromEntries(stale.map((name) => [name, name === 'error' ? row.reason : null])) };
}

/**
 * Puts an answer behind the fields of its item. One field has one name in all items, so that a workflow finds it, whatever the
 * columns of an item hold.
 */
function answerBeside(run: NodeRun, keepsFields: string[], results: Result[]) {
	const taken = new Set(
		results.flatMap((result, index) =>
			isFailed(result) ? [] : takenNames(result.answer, run.items[index]?.json, keepsFields),
		),
	);
	if (taken.size > 0) run.hint(hintOf([...taken]));
	return ({ answer }: Done, input: IDataObject): IDataObject => {
		const beside = Object.entries(answer).map(([name, value]) => [
			taken.has(name) ? `${prefix}${name}` : name,
			value as unknown,
		]);
		return { ...input, ...(Object.fromEntries(beside) as IDataObject) };
	};
}

/** The answer alone, as an agent gets it, who has to know what was not sent. */
function answerAlone({ status, reason, answer }: Done): Output {
	const isToldByAnswer = status === 'accepted' || Array.isArray(answer);
	return isToldByAnswer ? answer : { status, reason, ...answer };
}

/**
 * The items that leave a run, in their order. Unless the workflow goes on, the error of the first one that failed, with a word
 * about the others; but a dry run shows what it has checked.
 */
export function outcomesOf(
	run: NodeRun,
	operation: NodeOperation,
	results: Result[],
	summary: RunSummary,
): INodeExecutionData[] {
	const first = results.find(
		(result): result is FailedResult =>
			isFailed(result) && !run.continuesOnFail && !(result.isDryRun && summary.hasChecked),
	);
	if (first) throw summary.errorOfRun(first.error());
	const { service, keepsFields } = operation;
	const isSend = effectOf(service) === 'send';
	/** Whether items leave with their fields. A tool gives its agent the answer alone. */
	const areKept = !run.isTool;
	const rowOf = isSend && areKept ? rowMaker(run, operation, results) : undefined;
	const answerOf = keepsFields && areKept ? answerBeside(run, keepsFields, results) : answerAlone;
	return results.flatMap((result, index) => {
		const { json: input = {}, binary } = run.items[index] ?? {};
		const pairedItem = { item: index };
		const files = binary && areKept && { binary };
		if (isFailed(result)) {
			const error = result.error();
			const details = shownDetails(error);
			const json = rowOf
				? { ...emptied({ ...rowOf(result, input), reason: error.message }, input, run.node), details }
				: { ...input, error: error.message, details };
			return [failedItem({ json, ...files, pairedItem }, error, run.node)];
		}
		const answers = [(rowOf ?? answerOf)(result, input)].flat();
		const hasFields = isSend || keepsFields;
		return answers.map((json) => ({ json, ...(hasFields && files), pairedItem }));
	});
}

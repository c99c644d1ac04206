import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { failedItem, shownDetails } from '../explain/explained-error';
import type { NodeOperation, Output } from '../operation/operation';
import { effectOf } from '../service/service-request';
import type { NodeRun } from './node-run';
import { keptHint, rowFields } from './own-columns';
import { isFailed, type Done, type FailedResult, type Result } from './result';
import type { RunSummary } from './run-summary';
import { sendRows } from './send-rows';

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
		(naming.includes(name) && input[name] === value) || (isItsRow && rowFields.includes(name));
	const taken = Object.entries(answer).filter(
		([name, value]) => Object.hasOwn(input, name) && !isOne(name, value),
	);
	return taken.map(([name]) => name);
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
	if (taken.size > 0) run.hint(keptHint([...taken], prefix, 'The answers are'));
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
	const rows = isSend && areKept ? sendRows(run, operation, results) : undefined;
	const answerOf = keepsFields && areKept ? answerBeside(run, keepsFields, results) : answerAlone;
	return results.flatMap((result, index) => {
		const { json: input = {}, binary } = run.items[index] ?? {};
		const pairedItem = { item: index };
		const files = binary && areKept && { binary };
		if (isFailed(result)) {
			const error = result.error();
			const json = rows?.[index] ?? { ...input, error: error.message, details: shownDetails(error) };
			return [failedItem({ json, ...files, pairedItem }, error, run.node)];
		}
		const answers = [rows?.[index] ?? answerOf(result, input)].flat();
		const hasFields = isSend || keepsFields;
		return answers.map((json) => ({ json, ...(hasFields && files), pairedItem }));
	});
}

import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { N8nError } from '../explain/explain';
import type { NodeOperation, Output } from '../operation/operation';
import { effectOf } from '../service/service-request';
import type { NodeRun } from '../items/node-run';
import { keptHint, OwnColumns, ownPrefix, rowFields } from './own-columns';
import type { Row } from './row';
import type { RunSummary } from './run-summary';

/**
 * The items that leave a run, in their order. Unless the workflow goes on, the error of the first one that failed, with a word
 * about the others; but a dry run shows what it has checked.
 */
export function outputItems(
	run: NodeRun,
	operation: NodeOperation,
	rows: Row[],
	summary: RunSummary,
): INodeExecutionData[] {
	const first = rows.find(
		({ error, isDryRun }) => error && !run.continuesOnFail && !(isDryRun && summary.hasChecked),
	);
	if (first?.error) throw summary.errorOfRun(first.error());
	const { service, keepsFields } = operation;
	const isSend = effectOf(service) === 'send';
	/** Whether items leave with their fields. A tool gives its agent the answer alone. */
	const areKept = !run.isTool;
	const sent = isSend && areKept ? sentItems(run, operation, rows) : undefined;
	const answerOf = keepsFields && areKept ? answerBeside(run, keepsFields, rows) : answerAlone;
	return rows.flatMap((row, index) => {
		const { json: input = {}, binary } = run.items[index] ?? {};
		const pairedItem = { item: index };
		const files = binary && areKept && { binary };
		const error = row.error?.();
		if (error) {
			const json = sent?.[index] ?? { ...input, error: error.message, details: shownDetails(error) };
			return [failedItem({ json, ...files, pairedItem }, error, run.node)];
		}
		const answers = [sent?.[index] ?? answerOf(row, input)].flat();
		const hasFields = isSend || keepsFields;
		return answers.map((json) => ({ json, ...(hasFields && files), pairedItem }));
	});
}

/** The answer alone, as an agent gets it, who has to know what was not sent. */
function answerAlone({ status, reason, answer }: Row): Output {
	const isToldByAnswer = reason === undefined || Array.isArray(answer);
	return isToldByAnswer ? answer : { status, reason, ...answer };
}

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
function answerBeside(run: NodeRun, keepsFields: string[], rows: Row[]) {
	const taken = new Set(
		rows.flatMap(({ answer }, index) => takenNames(answer, run.items[index]?.json, keepsFields)),
	);
	if (taken.size > 0) run.hint(keptHint([...taken], prefix, 'The answers are'));
	return ({ answer }: Row, input: IDataObject): IDataObject => {
		const beside = Object.entries(answer).map(([name, value]) => [
			taken.has(name) ? `${prefix}${name}` : name,
			value as unknown,
		]);
		return { ...input, ...(Object.fromEntries(beside) as IDataObject) };
	};
}

/** What is known of a message, by the names of its columns. */
function columnsOf({ status, isAlreadySent, from, answer, reason, error }: Row, sender: string): IDataObject {
	const sent = from === undefined ? {} : { [sender]: from };
	const failure = error?.();
	if (failure) return { status, reason: failure.message, ...sent, details: shownDetails(failure) };
	return {
		...(answer as IDataObject),
		...sent,
		status,
		...(reason !== undefined && status !== 'checked' && { reason }),
		...(isAlreadySent && { already_sent: true }),
	};
}

/** The column of a list that says to whom in all rows: no other one repeats it. */
function recipientColumn(inputs: IDataObject[], rows: Row[], own: OwnColumns, recipient: string) {
	const names = Object.keys(inputs[0] ?? {}).filter((name) => name === recipient || !own.isOurs(name));
	return names.find((name) => rows.every(({ subject }, index) => inputs[index]?.[name] === subject));
}

/** The columns of a run in their order: in front what one looks for, behind the list what else is known. */
function orderOf(told: IDataObject[], recipient: string, sender: string, keepsReason: boolean) {
	const all = new Set(told.flatMap((one) => Object.keys(one)));
	if (keepsReason) all.add('reason');
	const first = ['status', 'reason', 'message'];
	const next = [recipient, sender, 'already_sent', 'message_id', 'send_after'];
	const others = [...all].filter((name) => ![...first, ...next, 'details'].includes(name));
	return {
		front: first.filter((name) => all.has(name)),
		behind: [...next.filter((name) => all.has(name)), ...others],
	};
}

/**
 * What became of each message, with the columns of the list. All rows of a run have the same columns, so a table of them has no
 * holes, and none that no row fills. But an ID that nobody knows would empty a column of a sheet.
 */
function sentItems(run: NodeRun, { repeats = {} }: NodeOperation, rows: Row[]): IDataObject[] {
	/** The name that the output has for a value of the request. */
	const nameOf = (property: 'to' | 'from') =>
		Object.keys(repeats).find((name) => repeats[name] === property) ?? property;
	const [recipient, sender] = [nameOf('to'), nameOf('from')];
	const inputs = rows.map((_, index) => run.items[index]?.json ?? {});
	const own = new OwnColumns(inputs);
	const column = recipientColumn(inputs, rows, own, recipient);
	const told = rows.map((row) => {
		const values: IDataObject = { ...columnsOf(row, sender), [recipient]: row.subject ?? null };
		if (column !== undefined) delete values[recipient];
		return values;
	});
	const keepsReason = inputs.some((input) => own.leftIn(input).includes('reason'));
	const { front, behind } = orderOf(told, recipient, sender, keepsReason);
	const repeated = [recipient, sender, 'message'];
	const taken = [...front, ...behind, 'details'].filter((name) => {
		const added = told.map((values) => values[name]);
		if (added.every((value) => value === undefined)) return false;
		return own.isOfList(name, repeated.includes(name) ? added : undefined);
	});
	if (taken.length > 0) run.hint(keptHint(taken, ownPrefix, 'What became of the messages is'));
	const label = (name: string) => (taken.includes(name) ? `${ownPrefix}${name}` : name);
	return told.map((values, index) => {
		const input = inputs[index] ?? {};
		const left = own.leftIn(input).filter((name) => name !== column);
		const columns = Object.fromEntries(Object.entries(input).filter(([name]) => !left.includes(name)));
		const hasNoId = values.already_sent && !values.message_id;
		const shown = [...front, ...behind].filter((name) => !(hasNoId && name === 'message_id'));
		const cells = (names: string[]) =>
			Object.fromEntries(names.map((name) => [label(name), values[name] ?? columns[label(name)] ?? null]));
		const item: IDataObject = { ...cells(front), ...columns, ...cells(shown) };
		if (values.details) item[label('details')] = values.details;
		return item;
	});
}

/** What an error says beside its message: what to do, and the facts that a workflow can act on. */
function shownDetails({ description, context }: N8nError): IDataObject {
	const facts = Object.entries(context as IDataObject).filter(([name]) => name !== 'itemIndex');
	return { ...(description && { description }), ...Object.fromEntries(facts) };
}

function hide(target: object, error: unknown): void {
	if (!('error' in target)) Object.defineProperty(target, 'error', { value: error, enumerable: false });
}

/**
 * A failed item when the workflow goes on, with its error where n8n looks for it: Retry On Fail in the JSON, the error
 * output in the item. Where n8n still finds an error once the item is sorted, it throws away all fields but the message.
 * Not enumerable, it is seen by the first and not copied for the second.
 */
function failedItem(
	item: INodeExecutionData,
	error: N8nError,
	{ onError }: Pick<INode, 'onError'>,
): INodeExecutionData {
	hide(item.json, error.message);
	if (onError === 'continueErrorOutput') hide(item, error);
	return item;
}

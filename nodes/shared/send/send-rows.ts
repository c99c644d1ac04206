import type { IDataObject } from 'n8n-workflow';

import { shownDetails } from '../explain/explained-error';
import type { NodeOperation } from '../operation/operation';
import type { NodeRun } from './node-run';
import { keptHint, OwnColumns, ownPrefix } from './own-columns';
import { isFailed, type Result } from './result';

/** What is known of a message, by the names of its columns. */
function toldOf(result: Result, sender: string): IDataObject {
	const { status, from } = result;
	const sent = from === undefined ? {} : { [sender]: from };
	if (isFailed(result)) {
		const error = result.error();
		return { status, reason: error.message, ...sent, details: shownDetails(error) };
	}
	const { answer, reason, wasEarlier } = result;
	const speaksForItself = status === 'accepted' || status === 'checked';
	return {
		...(answer as IDataObject),
		...sent,
		status,
		...(!speaksForItself && { reason }),
		...(wasEarlier && { already_sent: true }),
	};
}

/** The column of a list that says to whom in all rows: no other one repeats it. */
function recipientColumn(inputs: IDataObject[], results: Result[], own: OwnColumns, recipient: string) {
	const names = Object.keys(inputs[0] ?? {}).filter((name) => name === recipient || !own.isOurs(name));
	return names.find((name) => results.every(({ subject }, index) => inputs[index]?.[name] === subject));
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
 * The rows of a send: what became of each message, with the columns of the list. All rows of a run have the same columns, so a
 * table of them has no holes, and none that no row fills. But an ID that nobody knows would empty a column of a sheet.
 */
export function sendRows(run: NodeRun, { repeats = {} }: NodeOperation, results: Result[]): IDataObject[] {
	/** The name that the output has for a value of the request. */
	const nameOf = (property: 'to' | 'from') =>
		Object.keys(repeats).find((name) => repeats[name] === property) ?? property;
	const [recipient, sender] = [nameOf('to'), nameOf('from')];
	const inputs = results.map((_, index) => run.items[index]?.json ?? {});
	const own = new OwnColumns(inputs);
	const column = recipientColumn(inputs, results, own, recipient);
	const told = results.map((result) => {
		const values: IDataObject = { ...toldOf(result, sender), [recipient]: result.subject ?? null };
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
	return results.map((result, index) => {
		const [values = {}, input = {}] = [told[index], inputs[index]];
		const left = own.leftIn(input).filter((name) => name !== column);
		const columns = Object.fromEntries(Object.entries(input).filter(([name]) => !left.includes(name)));
		const hasNoId = values.already_sent && !values.message_id;
		const shown = [...front, ...behind].filter((name) => !(hasNoId && name === 'message_id'));
		const cells = (names: string[]) =>
			Object.fromEntries(names.map((name) => [label(name), values[name] ?? columns[label(name)] ?? null]));
		const row: IDataObject = { ...cells(front), ...columns, ...cells(shown) };
		if (values.details) row[label('details')] = values.details;
		return isFailed(result) && run.node.onError === 'continueErrorOutput' ? emptied(row, left) : row;
	});
}

/**
 * By the error output, n8n adds all fields of the input to a failed row: those that are left from an earlier send are emptied
 * here, so that they do not come back.
 */
function emptied(row: IDataObject, left: string[]): IDataObject {
	const stale = left.filter((name) => !(name in row));
	return { ...row, ...Object.fromEntries(stale.map((name) => [name, name === 'error' ? row.reason : null])) };
}

/** Which columns of a list are the user's, and which are left from an earlier send. */
import type { IDataObject } from 'n8n-workflow';

/** The columns that a row has of its own. */
export const rowFields = [
	'status',
	'reason',
	'to',
	'from',
	'message_id',
	'already_sent',
	'send_after',
	'message',
	'details',
	'error',
];

/** What the name of a column begins with where the list has one of that name. */
export const ownPrefix = 'sent_';

const statuses: unknown[] = ['accepted', 'failed', 'unknown', 'checked', 'deferred', 'skipped'];

/** The reasons of a message that is left for a later run: a workflow that notes it may leave the status empty. */
const deferredReasons: unknown[] = ['Max per number', 'Outside hours'];

/** What is said of columns that the list keeps; `what` is in those whose names begin with the prefix. */
export function keptHint(taken: string[], prefix: string, what: string): string {
	const list = new Intl.ListFormat('en-GB');
	const renamed = taken.map((name) => `${prefix}${name}`);
	return `Your list keeps its ${list.format(taken)}. ${what} in ${list.format(renamed)}.`;
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** Whether two values name the same recipient, number or text, in whatever spelling. */
function isSame(one: unknown, other: unknown): boolean {
	const plain = (value: unknown) =>
		String(value)
			.toLowerCase()
			.replace(/[\s()./-]/g, '');
	return one === other || (!isEmpty(other) && plain(one) === plain(other));
}

/**
 * Tells the user's columns from ours: a row with one of our statuses has left an earlier send, and what has our names in it is
 * replaced. Everything else is the user's, also a status that is none of ours in one row of the list.
 */
export class OwnColumns {
	private readonly hasOwnStatus: boolean;

	/** Our names of which the list has no column by itself. */
	private readonly ours: string[];

	constructor(private readonly inputs: IDataObject[]) {
		this.hasOwnStatus = inputs.some(({ status }) => !isEmpty(status) && !statuses.includes(status));
		this.ours = rowFields.filter((name) => !this.isOfList(name));
	}

	/** Whether a row has our columns from an earlier send. */
	private isLeft(row: IDataObject): boolean {
		if (this.hasOwnStatus) return false;
		return statuses.includes(row.status) || (isEmpty(row.status) && deferredReasons.includes(row.reason));
	}

	/** Whether a name is one of ours, and the list has no column of that name by itself. */
	isOurs(name: string): boolean {
		return this.ours.includes(name);
	}

	/** Whether the list has the column by itself. What says the same as the `added` values of the run is one column with them. */
	isOfList(name: string, added?: unknown[]): boolean {
		return this.inputs.some((row, index) => {
			const isOne = added && (isEmpty(added[index]) || isSame(row[name], added[index]));
			return !isEmpty(row[name]) && !this.isLeft(row) && !isOne;
		});
	}

	/** The names of the columns that are left from an earlier send. */
	leftIn(input: IDataObject): string[] {
		const names = this.ours.filter((name) => name !== 'message');
		const isPrefixed = statuses.includes(input[`${ownPrefix}status`]);
		const left = [...names, ...(isPrefixed ? rowFields.map((name) => `${ownPrefix}${name}`) : [])];
		return left.filter((name) => name in input);
	}
}

import type { IExecuteFunctions, INode } from 'n8n-workflow';

/** A row of n8n's table of processed data: a list of hashes. All calls throw n8n's error when it refuses. */
export interface Row {
	/** Inserts the row with values, or adds those that it lacks, and answers which were there. */
	enter: (values: string[]) => Promise<string[]>;
	/** How many values it has; none, if it is not there. */
	count: () => Promise<number>;
	delete: () => Promise<void>;
}

/** The rows of a node by their names. */
export type Rows = (name: string) => Row;

const scope = 'node';
const entries = { mode: 'entries' } as const;

/**
 * The rows of a node, by n8n's helpers of its Remove Duplicates node. n8n finds a row by the id of its node, which it reads when
 * a call begins: for that moment, the node has another id. Throws where n8n does not read it then, because the call has reached
 * another row.
 */
export function rowsOf(context: Pick<IExecuteFunctions, 'helpers'>): Rows {
	// The context has n8n's own object of the node, beside the copy that `getNode` gives. The other helpers keep the data of the run.
	const { helpers, node } = context as typeof context & { node: INode };
	const { checkProcessedAndRecord, getProcessedDataCount, clearAllProcessedItems } = helpers;
	return (name) => {
		const inRow = async <Result>(call: () => Promise<Result>): Promise<Result> => {
			const { id } = node;
			let isRead = false;
			const get = () => {
				isRead = true;
				return `${id} ${name}`;
			};
			Object.defineProperty(node, 'id', { get, configurable: true, enumerable: true });
			const result = call();
			Object.defineProperty(node, 'id', { value: id, writable: true, configurable: true, enumerable: true });
			const answer = await result;
			if (!isRead) throw new Error('This version of n8n keeps the lists of nodes in another way');
			return answer;
		};
		return {
			enter: async (values) => {
				const call = async () => await checkProcessedAndRecord(values, scope, entries);
				return (await inRow(call)).processed as string[];
			},
			count: async () => await inRow(async () => await getProcessedDataCount(scope, entries)),
			delete: async () => await inRow(async () => await clearAllProcessedItems(scope, entries)),
		};
	};
}

/** What stands in for the rows where there are none: nothing is there, and everybody may insert. */
export const nowhere: Rows = () => ({
	enter: async () => await Promise.resolve([]),
	count: async () => await Promise.resolve(0),
	delete: async () => {},
});

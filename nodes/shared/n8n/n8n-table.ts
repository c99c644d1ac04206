import type { IExecuteFunctions } from 'n8n-workflow';

import { ownNode, underNodeId } from './n8n-inside';

/** A row of n8n's table of processed data: a list of hashes. All calls throw n8n's error when it refuses. */
export interface Row {
	/** Inserts the row with values, or adds those that it lacks, and answers which were there. */
	insertOrFind: (values: string[]) => Promise<string[]>;
	/** How many values it has; none, if it is not there. */
	count: () => Promise<number>;
	delete: () => Promise<void>;
}

/** The rows of a node by their names. */
export type Rows = (name: string) => Row;

const scope = 'node';
const entries = { mode: 'entries' } as const;

/** The rows of a node, by n8n's helpers of its Remove Duplicates node. */
export function tableOf(context: Pick<IExecuteFunctions, 'helpers'>): Rows {
	// No more of the context is kept than this: all of it holds the data of the run.
	const node = ownNode(context);
	const { checkProcessedAndRecord, getProcessedDataCount, clearAllProcessedItems } = context.helpers;
	return (name) => {
		const inRow = async <Result>(call: () => Promise<Result>) =>
			await underNodeId(node, (id) => `${id} ${name}`, call);
		return {
			insertOrFind: async (values) => {
				const call = async () => await checkProcessedAndRecord(values, scope, entries);
				return (await inRow(call)).processed as string[];
			},
			count: async () => await inRow(async () => await getProcessedDataCount(scope, entries)),
			delete: async () => await inRow(async () => await clearAllProcessedItems(scope, entries)),
		};
	};
}

/** What stands in for the rows where there are none: nothing is there, and everybody may insert. */
export const noTable: Rows = () => ({
	insertOrFind: async () => await Promise.resolve([]),
	count: async () => await Promise.resolve(0),
	delete: async () => {},
});

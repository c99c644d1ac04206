import type { DeduplicationHelperFunctions, IExecuteFunctions, INode } from 'n8n-workflow';

/** n8n's helpers of its Remove Duplicates node, for one row: a list of hashes in n8n's own database. */
export type Row = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount' | 'clearAllProcessedItems'
>;

/** The rows of a node by their names; the one without a name is that of n8n's own Remove Duplicates node. */
export type Rows = (name?: string) => Row;

export const scope = 'node';
export const entries = { mode: 'entries' } as const;

/** The context of a node has n8n's own object of the node, beside the copy that `getNode` gives. */
type ContextWithNode = IExecuteFunctions & { node: INode };

/**
 * The rows of a node. n8n finds a row by the id of its node, which it reads when a call begins: for that moment, the node
 * has another id. Throws where n8n does not read it then, because the call has reached another row.
 */
export function rowsOf(context: IExecuteFunctions): Rows {
	const { checkProcessedAndRecord, removeProcessed, getProcessedDataCount, clearAllProcessedItems } =
		context.helpers;
	const row = { checkProcessedAndRecord, removeProcessed, getProcessedDataCount, clearAllProcessedItems };
	const { node } = context as ContextWithNode;
	return (name) => {
		if (name === undefined) return row;
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
			checkProcessedAndRecord: async (...call) =>
				await inRow(async () => await row.checkProcessedAndRecord(...call)),
			removeProcessed: async (...call) => await inRow(async () => await row.removeProcessed(...call)),
			getProcessedDataCount: async (...call) =>
				await inRow(async () => await row.getProcessedDataCount(...call)),
			clearAllProcessedItems: async (...call) =>
				await inRow(async () => await row.clearAllProcessedItems(...call)),
		};
	};
}

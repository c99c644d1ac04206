/** Rows of n8n's database beside the list of a node. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { entries, rowsOf, scope } from '../../nodes/shared/delivery/ledger/rows';

const node = { id: 'one' };

/** The context of a node in an n8n that reads the node's id as `idOf` does. */
function contextOf(idOf: () => Promise<string>): { context: IExecuteFunctions; reached: string[] } {
	const reached: string[] = [];
	const clearAllProcessedItems = async () => void reached.push(await idOf());
	return { context: { node, helpers: { clearAllProcessedItems } } as never, reached };
}

test('n8n finds a row by another id of the node, which has its own again at once', async () => {
	const { context, reached } = contextOf(async () => await Promise.resolve(node.id));
	const rows = rowsOf(context);
	const calls = [rows('lock'), rows(), rows('runs')].map((row) => row.clearAllProcessedItems(scope, entries));
	expect(node.id).toBe('one');
	await Promise.all(calls);
	expect(reached).toEqual(['one lock', 'one', 'one runs']);
});

test('an n8n that reads the id of a node later is told', async () => {
	const { context } = contextOf(async () => {
		await Promise.resolve();
		return node.id;
	});
	await expect(rowsOf(context)('lock').clearAllProcessedItems(scope, entries)).rejects.toThrow(
		'This version of n8n',
	);
});

import { NodeOperationError, type INode } from 'n8n-workflow';

import { failedItem } from '../../nodes/shared/failure/item-error';

const node = { name: 'Send', onError: 'continueErrorOutput' } as INode;
const error = new NodeOperationError(node, 'Not sent', { description: 'Mend it' });

test('for the error output, the error stands where older releases of n8n look, and is not copied with the item', () => {
	const item = failedItem(error, node, { customer: 'C-1' }, 2);
	expect(item.error).toBe(error);
	expect({ ...item }).toEqual({
		json: { error: 'Not sent', details: { description: 'Mend it' } },
		pairedItem: { item: 2 },
	});
});

test('for the regular output, the item keeps its own fields and carries no error beside them', () => {
	const item = failedItem(error, { ...node, onError: 'continueRegularOutput' }, { customer: 'C-1' }, 2);
	expect(item.json).toMatchObject({ customer: 'C-1', error: 'Not sent' });
	expect(item.error).toBeUndefined();
});

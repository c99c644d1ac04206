import { NodeOperationError, type INode } from 'n8n-workflow';

import { failedItem, shownDetails } from '../../nodes/shared/failure/explained-error';

const node = { name: 'Send' } as INode;
const error = new NodeOperationError(node, 'Not sent', { description: 'Fix it' });
const item = { json: { customer: 'C-1' }, pairedItem: { item: 2 } };

test('for the error output, the error stands where n8n looks, and is not copied with the item', () => {
	const failed = failedItem({ ...item }, error, { onError: 'continueErrorOutput' });
	expect(failed.error).toBe(error);
	expect({ ...failed }).toEqual(item);
});

test('for the regular output, the item carries no error beside its fields', () => {
	const failed = failedItem({ ...item }, error, { onError: 'continueRegularOutput' });
	expect(failed.error).toBeUndefined();
});

test('the details of an error say what to do', () => {
	expect(shownDetails(error)).toMatchObject({ description: 'Fix it' });
});

import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { textList } from '../../nodes/shared/input/values';
import { ItemParameters, RunParameters } from '../../nodes/shared/operation/parameters';
import { sendOptionsField } from '../../nodes/shared/delivery/options/options';
import { fromField } from '../../nodes/shared/node/message.fields';

const fields: INodeProperties[] = [fromField, sendOptionsField()];

/** The parameters of an item: as stored, and as n8n evaluates them for the item. */
function item(stored: INodeParameters, evaluated: Record<string, unknown>): ItemParameters {
	return new ItemParameters(new RunParameters(stored, fields), (name) => evaluated[name]);
}

describe('what was left empty stays empty', () => {
	test.each<[INodeParameters, Record<string, unknown>]>([
		[{ from: '' }, { from: '' }],
		[{}, { from: null }],
		[{ from: '={{ "" }}' }, { from: '' }],
		[{ from: '=' }, { from: '' }],
		[{ from: '={{ [] }}' }, { from: [] }],
	])('%j', (stored, evaluated) => {
		expect(textList('From', item(stored, evaluated).raw('from'))).toEqual([]);
	});
});

test.each([[new Date()], [new Map()], [[1]], ['x']])('options given as %p are no options', (options) => {
	expect(() => item({ options: '={{ $json.o }}' }, { options }).options()).toThrow(
		/^Options is not a JSON object/,
	);
});

import type { INodeProperties } from 'n8n-workflow';

import { flag } from '../input/values';
import type { ItemParameters } from '../operation/parameters';

export const limitFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

export function takeUpToLimit<Entry>(entries: Entry[], parameters: ItemParameters): Entry[] {
	const isAll = flag('Return All', parameters.raw('returnAll'));
	return isAll ? entries : entries.slice(0, Number(parameters.raw('limit')));
}

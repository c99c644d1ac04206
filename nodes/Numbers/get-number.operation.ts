import type { NodeOperation } from '../shared/operation/operation';
import { isoTime } from '../shared/service/answer';
import { leasedNumber } from '../shared/service/leased-numbers';
import { numberField } from './number.field';

/** Read one phone number (from public material; not in the interface document). */
export const getNumber: NodeOperation = {
	id: 'getNumber',
	service: 'getNumber',
	name: 'Get',
	action: 'Get number',
	description:
		'Read what a number can send over, its health, price and lease (may not be offered by every provider)',
	fields: [numberField],
	ifForbidden: 'The account may not read {number}.',
	output: ({ created_at: createdAt, ...data }) => ({
		...leasedNumber(data),
		created_at: isoTime(createdAt),
	}),
};

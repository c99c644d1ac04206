import type { Schema } from '../shared/contract/contract';
import type { ItemParameters } from '../shared/operation/item-parameters';
import { requestOptionsField } from '../shared/delivery/delivery-options';
import type { NodeOperation } from '../shared/operation/operation';
import { servicePath } from '../shared/service/service-path';
import { oneOf } from '../shared/input/choice';
import { InvalidInput } from '../shared/input/invalid-input';
import { failoverField, failoverChoices, selectedNumbersField } from './failover.fields';
import { aboutNumber, leasedNumberOf, leasePermission, numberField } from './number.field';

/** What is to become of the failover; undefined leaves it as it is. */
function failoverOf(parameters: ItemParameters): Schema<'Failover'> | undefined {
	switch (oneOf('Failover', parameters.text('failover', 'Failover'), failoverChoices)) {
		case 'leave':
			return undefined;
		case 'off':
			return { enabled: false, mode: 'all' };
		case 'all':
			return { enabled: true, mode: 'all' };
		case 'selected': {
			const numbers = parameters.numbers('selectedNumbers', 'Selected Numbers');
			if (numbers.length > 0) return { enabled: true, mode: 'selective', numbers };
			throw new InvalidInput(
				'Selected Numbers is empty',
				'Add the leased numbers that may fail over to this one, or choose All Numbers in Failover.',
			);
		}
	}
}

/** Configure a number as a failover target (sections 2.4 and 4.2). */
export const configureNumber: NodeOperation = {
	id: 'configureNumber',
	name: 'Set Failover',
	action: 'Set failover of a leased number',
	description: 'Say which numbers may fail over to a leased number: none, all or selected ones',
	fields: [numberField, failoverField, selectedNumbersField, requestOptionsField],
	about: aboutNumber,
	contents: { 'failover.mode': 'Failover', 'failover.numbers': 'Selected Numbers' },
	permission: leasePermission,
	request(parameters) {
		const number = leasedNumberOf(parameters);
		const failover = failoverOf(parameters);
		const body: Schema<'ConfigureNumberRequest'> = failover ? { failover } : {};
		return { path: servicePath('configureNumber', { number }), body };
	},
};

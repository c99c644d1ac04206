import type { Schema } from '../shared/contract/contract';
import type { ItemParameters } from '../shared/operation/item-parameters';
import { requestOptionsField } from '../shared/delivery/delivery-options';
import type { NodeOperation } from '../shared/operation/operation';
import { servicePath } from '../shared/service/service-path';
import { oneOf } from '../shared/input/choice';
import { earlierFailoverFields, earlierFailoverOf } from './failover.earlier';
import { failoverField, failoverChoices, selectedFailover, selectedNumbersField } from './failover.fields';
import { aboutNumber, leasedNumberOf, leasePermission, numberField } from './number.field';

/** What is to become of the failover; undefined leaves it as it is. */
function failoverOf(parameters: ItemParameters): Schema<'Failover'> | undefined {
	const choice = parameters.text('failover', 'Failover');
	if (choice === '') return earlierFailoverOf(parameters);
	switch (oneOf('Failover', choice, failoverChoices)) {
		case 'leave':
			return undefined;
		case 'off':
			return { enabled: false, mode: 'all' };
		case 'all':
			return { enabled: true, mode: 'all' };
		case 'selected': {
			const field = 'Selected Numbers';
			const numbers = parameters.numbers('selectedNumbers', field);
			return selectedFailover(true, numbers, field, 'All Numbers in Failover');
		}
	}
}

/** Configure a number as a failover target (sections 2.4 and 4.2). */
export const configureNumber: NodeOperation = {
	id: 'configureNumber',
	name: 'Set Failover',
	action: 'Set failover of a leased number',
	description: 'Say which numbers may fail over to a leased number: none, all or selected ones',
	fields: [numberField, failoverField, selectedNumbersField, ...earlierFailoverFields, requestOptionsField],
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

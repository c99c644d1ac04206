import { requestOptionsField } from '../shared/delivery/delivery-options';
import { phoneNumberOrEmail } from '../shared/input/address';
import type { NodeOperation } from '../shared/operation/operation';
import { servicePath } from '../shared/service/service-path';
import { toField } from './message.fields';

/** Check iMessage availability (from public material; not in the interface document). */
export const checkImessageAvailability: NodeOperation = {
	id: 'checkImessageAvailability',
	name: 'Check iMessage Availability',
	action: 'Check iMessage availability',
	description:
		'Check whether a phone number or an email address supports iMessage (may not be offered by every provider)',
	fields: [toField, requestOptionsField],
	about: { to: toField.displayName },
	permission: () =>
		'The account may not check iMessage availability: ask the provider which entitlement it needs.',
	request(parameters) {
		const to = phoneNumberOrEmail('To', parameters.text('to', 'To'));
		return { path: servicePath('checkImessageAvailability', { to }) };
	},
	output: ({ available }, parameters) => ({ to: parameters.text('to', 'To'), available }),
};

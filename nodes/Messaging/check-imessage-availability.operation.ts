import { requestOptionsField } from '../shared/delivery/delivery-options';
import type { NodeOperation } from '../shared/operation/operation';
import { toField } from './message.fields';

/** Check iMessage availability (from public material; not in the interface document). */
export const checkImessageAvailability: NodeOperation = {
	id: 'checkImessageAvailability',
	service: 'checkImessageAvailability',
	name: 'Check iMessage Availability',
	action: 'Check iMessage availability',
	description:
		'Check whether a phone number or an email address supports iMessage (may not be offered by every provider)',
	fields: [toField, requestOptionsField],
	permission: 'The account may not check iMessage availability: ask the provider which entitlement it needs.',
	repeats: { to: 'to' },
};

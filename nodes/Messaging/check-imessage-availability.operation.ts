import { answerOnlyField } from '../shared/delivery/options/options';
import type { NodeOperation } from '../shared/operation/operation';

/** Check iMessage availability (from public material; not in the interface document). */
export const checkImessageAvailability: NodeOperation = {
	id: 'checkImessageAvailability',
	service: 'checkImessageAvailability',
	name: 'Check iMessage Availability',
	action: 'Check iMessage availability',
	description:
		'Check whether a phone number or an email address supports iMessage (may not be offered by every provider)',
	pathFields: { to: 'address' },
	keepsFields: true,
	fields: [
		{
			displayName: 'Phone Number or Email',
			name: 'address',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. +15551234567',
			description:
				'Phone number in E.164 form (plus sign, country code, digits) or iMessage email address to check, if your provider takes one here',
		},
		answerOnlyField,
	],
	ifForbidden:
		'The account may not check iMessage availability: ask the provider which entitlement it needs.',
	repeats: { to: 'to' },
};

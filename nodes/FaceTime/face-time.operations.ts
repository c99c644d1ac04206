import { toField } from '../shared/panel/message.fields';
import type { NodeOperation } from '../shared/operation/operation';

/** Check FaceTime availability (sections 2.9 and 4.8). */
export const checkFaceTimeAvailability: NodeOperation = {
	id: 'checkFaceTimeAvailability',
	service: 'checkFaceTimeAvailability',
	name: 'Check Availability',
	action: 'Check FaceTime availability',
	description: 'Check whether a phone number or an email address supports FaceTime',
	keepsFields: ['address'],
	fields: [
		{
			...toField,
			displayName: 'Phone Number or Email',
			description: 'Phone number with its plus sign and country code, or FaceTime email address to check',
		},
	],
	ifForbidden:
		'The account may not check FaceTime availability: ask the provider which entitlement it needs.',
	repeats: { address: 'to' },
};

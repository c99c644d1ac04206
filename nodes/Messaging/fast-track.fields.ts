import type { INodeProperties } from 'n8n-workflow';

import { flag } from '../shared/input/flag';
import type { ItemParameters } from '../shared/operation/item-parameters';
import { sinceVersion, untilVersion } from '../shared/operation/versions';

const label = 'Fast Track';

/** The option. */
export const fastTrackField: INodeProperties = {
	displayName: label,
	name: 'fastTrack',
	type: 'boolean',
	default: false,
	displayOptions: { show: sinceVersion(2) },
	description:
		'Whether to bypass the recommended rate limiting. Only on leased numbers, with the Fast Track Terms accepted and the fast_track entitlement: apply for it with the Phone Service Entitlements node.',
};

/** The field that nodes of version 1 have in place of the option, and its notice. */
export const earlierFastTrackFields: INodeProperties[] = [
	{
		displayName: label,
		name: 'fastTrack',
		type: 'boolean',
		default: false,
		displayOptions: { show: untilVersion(1) },
		description:
			'Whether to bypass the recommended rate limiting. Only on leased numbers, with the fast_track entitlement and the Fast Track Terms accepted.',
	},
	{
		displayName:
			'Fast track works on leased numbers only. Apply for the fast_track entitlement and accept the Fast Track Terms first, with the Phone Service Entitlements node.',
		name: 'fastTrackNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { ...untilVersion(1), fastTrack: [true] } },
	},
];

/** Whether an item is to be fast-tracked. */
export function isFastTracked(parameters: ItemParameters): boolean {
	const { fastTrack } = parameters.options();
	return flag(`The option ${label}`, fastTrack) || parameters.flag('fastTrack', label);
}

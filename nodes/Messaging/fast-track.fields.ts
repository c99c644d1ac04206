import type { INodeProperties } from 'n8n-workflow';

import { flag } from '../shared/input/flag';
import type { ItemParameters } from '../shared/operation/item-parameters';

const label = 'Fast Track';

/** The option. */
export const fastTrackField: INodeProperties = {
	displayName: label,
	name: 'fastTrack',
	type: 'boolean',
	default: false,
	description:
		'Whether to bypass the recommended rate limiting. Only on leased numbers, with the Fast Track Terms accepted and the fast_track entitlement: apply for it with the Phone Service Entitlements node.',
};

/** Whether an item is to be fast-tracked. */
export function isFastTracked(parameters: ItemParameters): boolean {
	const { fastTrack } = parameters.options();
	return flag(`The option ${label}`, fastTrack);
}

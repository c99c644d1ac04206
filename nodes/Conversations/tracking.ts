import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { objects } from '../shared/service/answer-objects';
import { isoTime } from '../shared/service/iso-time';

/** The option that asks for the events of delivery. */
export const trackingField: INodeProperties = {
	displayName: 'Include Tracking',
	name: 'tracking',
	type: 'boolean',
	default: false,
	description: 'Whether to return the events of the delivery as well',
	routing: { send: { type: 'query', property: 'tracking' } },
};

/** The events of a message's delivery with ISO times; none where they were not asked for. */
export function trackingOf({ tracking }: IDataObject): IDataObject[] {
	return objects(tracking).map(({ event, title, timestamp }) => ({ event, title, at: isoTime(timestamp) }));
}

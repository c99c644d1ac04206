import type { IDataObject } from 'n8n-workflow';

import type { Change } from './forwarding-change';
import type { SeenNumber } from './forwarding-look';

function isoTime(ms: number): string {
	return new Date(ms).toISOString();
}

/** The item that tells of a change. */
export function changeItem({ number, record }: SeenNumber, change: Change): IDataObject {
	return {
		number,
		change: change.kind,
		call_forwarding: { ...record },
		previous: { ...change.previous },
		first_seen: isoTime(change.firstSeen),
	};
}

/** The item of a fetched test event: the present state of a number. */
export function testItem({ number, record, at }: SeenNumber): IDataObject {
	return {
		number,
		change: 'none',
		test: true,
		call_forwarding: { ...record },
		previous: null,
		first_seen: isoTime(at),
	};
}

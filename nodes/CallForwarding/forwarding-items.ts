import type { IDataObject } from 'n8n-workflow';

import { coveredKinds, type ForwardingEvent } from './call-forwarding-trigger.fields';
import type { CallForwarding, ChangeKind, Reading } from './forwarding-change';

/** The item of a change (section 2.3) that was first seen at this time, in ms of the service's time. */
export function changeItem(
	{ number, record }: Reading,
	change: ChangeKind | 'none',
	previous: CallForwarding | null,
	firstSeen: number,
): IDataObject {
	return {
		number,
		change,
		call_forwarding: { ...record },
		previous: previous && { ...previous },
		first_seen: new Date(firstSeen).toISOString(),
	};
}

/** Numbers kept free for fiction, where the calls of a number go that forwards none. */
const [target, otherTarget] = ['+12025550198', '+12025550199'];

/** How long a queued change of a sample takes, in milliseconds. */
const waitMs = 10 * 60_000;

/** Items as the event would give them for a number, one for each kind of change. */
function sampleItems({ number, record, at }: Reading, event: ForwardingEvent): IDataObject[] {
	const on: CallForwarding = {
		enabled: true,
		to: record.to ?? target,
		status: 'active',
		estimated_completion: null,
	};
	const queuedUntil = (time: number): CallForwarding => ({
		...on,
		status: 'queued',
		estimated_completion: time,
	});
	const samples: Record<ChangeKind, [before: CallForwarding, now: CallForwarding]> = {
		disabled: [queuedUntil(at), { ...on, enabled: false, to: null }],
		enabled: [queuedUntil(at), on],
		redirected: [{ ...on, to: otherTarget }, on],
		queued: [on, queuedUntil(at + waitMs)],
		rescheduled: [queuedUntil(at), queuedUntil(at + waitMs)],
	};
	return coveredKinds[event].map((kind) => {
		const [previous, now] = samples[kind];
		const firstSeen = previous.status === 'queued' ? at - waitMs : at;
		return changeItem({ number, record: now, at }, kind, previous, firstSeen);
	});
}

/** The items of a fetched test event: the present state of all numbers, and samples of the event for the first one. */
export function testItems(read: Reading[], event: ForwardingEvent): IDataObject[] {
	const states = read.map((reading) => changeItem(reading, 'none', null, reading.at));
	const samples = read.slice(0, 1).flatMap((first) => sampleItems(first, event));
	return [...states, ...samples].map((item) => ({ ...item, test: true }));
}

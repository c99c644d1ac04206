import type { IDataObject } from 'n8n-workflow';

import type { Schema } from '../shared/contract/contract';

/** The call forwarding of a number as the service answers it (section 2.3). */
export type CallForwarding = Schema<'CallForwarding'>;

/** The call forwarding of a number, and when it was read. */
export interface Reading {
	number: string;
	record: CallForwarding;
	/** The service's own time, in ms. */
	at: number;
}

/**
 * What happened to a number's call forwarding between two readings:
 * `disabled`, `enabled` and `redirected` (to another target) have taken effect,
 * `queued` waits to be applied, `rescheduled` waits with another time or target.
 * A change that was queued and is not any more has taken effect (section 3), also where things are as before.
 */
type ChangeKind = 'disabled' | 'enabled' | 'redirected' | 'queued' | 'rescheduled';

/** A choice of the field Event. */
export type ForwardingEvent = 'changeApplied' | 'forwardingEnabled' | 'forwardingDisabled' | 'anyChange';

/** The changes for which a workflow starts that waits for an event. */
export const coveredKinds: Record<ForwardingEvent, readonly ChangeKind[]> = {
	changeApplied: ['disabled', 'enabled', 'redirected'],
	forwardingEnabled: ['enabled', 'redirected'],
	forwardingDisabled: ['disabled'],
	anyChange: ['disabled', 'enabled', 'redirected', 'queued', 'rescheduled'],
};

type InEffect = Pick<CallForwarding, 'enabled' | 'to'>;

/** What the trigger remembers of a number between two polls. */
export interface Remembered {
	/** The record when it was last read. */
	record: CallForwarding;
	/** The last forwarding that was in effect, if any was seen. */
	settled?: InEffect;
	/** When the change that is queued now was first seen, in ms of the service's time. */
	queuedSince?: number;
}

function isSame(one: InEffect, other: InEffect): boolean {
	return one.enabled === other.enabled && one.to === other.to;
}

/** The change between what is remembered of a number and its record now (section 3); undefined for none. */
export function changeBetween(
	{ record: before, settled }: Remembered,
	now: CallForwarding,
): ChangeKind | undefined {
	const wasQueued = before.status === 'queued';
	if (now.status === 'queued') {
		if (!wasQueued) return 'queued';
		const isUnchanged = isSame(before, now) && before.estimated_completion === now.estimated_completion;
		return isUnchanged ? undefined : 'rescheduled';
	}
	if (!wasQueued && isSame(before, now)) return undefined;
	if (!now.enabled) return 'disabled';
	return settled?.enabled && settled.to !== now.to ? 'redirected' : 'enabled';
}

/** What a reading leaves in memory. */
export function nextMemory({ record, at }: Reading, before?: Remembered): Remembered {
	if (record.status !== 'queued') return { record, settled: { enabled: record.enabled, to: record.to } };
	return { record, queuedSince: before?.queuedSince ?? at, settled: before?.settled };
}

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

/** The items of a fetched test event: the present state of all numbers. */
export function testItems(read: Reading[]): IDataObject[] {
	return read.map((reading) => ({ ...changeItem(reading, 'none', null, reading.at), test: true }));
}

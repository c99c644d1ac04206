import type { CallForwarding, Reading } from './forwarding-record';

/**
 * What happened to a number's call forwarding between two readings:
 * `disabled`, `enabled` and `redirected` (to another target) have taken effect,
 * `queued` waits to be applied, `rescheduled` waits with another time or target.
 * A change that was queued and is not any more has taken effect (section 3), also where things are as before.
 */
export type ChangeKind = 'disabled' | 'enabled' | 'redirected' | 'queued' | 'rescheduled';

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

/** A change, with the record before it and the service's time when it was first seen, in ms. */
export interface Change {
	kind: ChangeKind;
	previous: CallForwarding;
	firstSeen: number;
}

function isSame(one: InEffect, other: InEffect): boolean {
	return one.enabled === other.enabled && one.to === other.to;
}

function queuedKind(before: CallForwarding, now: CallForwarding): ChangeKind | undefined {
	if (before.status !== 'queued') return 'queued';
	const unchanged = isSame(before, now) && before.estimated_completion === now.estimated_completion;
	return unchanged ? undefined : 'rescheduled';
}

function appliedKind({ record, settled }: Remembered, now: CallForwarding): ChangeKind | undefined {
	if (record.status !== 'queued' && isSame(record, now)) return undefined;
	if (!now.enabled) return 'disabled';
	return settled?.enabled && settled.to !== now.to ? 'redirected' : 'enabled';
}

/** What a reading leaves in memory. */
function nextMemory({ record, at }: Reading, before?: Remembered): Remembered {
	if (record.status !== 'queued') return { record, settled: { enabled: record.enabled, to: record.to } };
	const settled = before?.settled;
	return { record, queuedSince: before?.queuedSince ?? at, ...(settled && { settled }) };
}

/** The change between what is remembered of a number and a reading (section 3), and the next memory. */
export function compare(
	before: Remembered | undefined,
	reading: Reading,
): { memory: Remembered; change?: Change } {
	const memory = nextMemory(reading, before);
	if (!before) return { memory };
	const { record, at } = reading;
	const kind = record.status === 'queued' ? queuedKind(before.record, record) : appliedKind(before, record);
	const firstSeen = before.queuedSince ?? at;
	return { memory, ...(kind && { change: { kind, previous: before.record, firstSeen } }) };
}

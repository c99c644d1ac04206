import type { Schema } from '../shared/contract/contract';

/** The call forwarding of a number as the service answers it (section 2.3). */
export type CallForwarding = Schema<'CallForwarding'>;

/**
 * What happened to a number's call forwarding between two looks at it:
 * `disabled`, `enabled` and `redirected` (to another target) have taken effect,
 * `queued` waits to be applied, `rescheduled` waits with another time or target,
 * `withdrawn` was queued, but things are as before: the number forwards as it did, or still does not.
 */
export type ChangeKind = 'disabled' | 'enabled' | 'redirected' | 'queued' | 'rescheduled' | 'withdrawn';

type InEffect = Pick<CallForwarding, 'enabled' | 'to'>;

/** What the trigger remembers of a number. */
export interface Remembered {
	/** The record at the last look. */
	record: CallForwarding;
	/** The service's own time of that look, in ms. */
	at: number;
	/** The last forwarding that was in effect, if any was seen. */
	settled?: InEffect;
	/** When the change that is queued now was first seen, in ms of the service's time. */
	queuedSince?: number;
	/** Whether the last poll left this number out. */
	skipped?: true;
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
	const asBefore = settled !== undefined && isSame(settled, now);
	if (asBefore && record.status !== 'queued') return undefined;
	if (asBefore && (now.enabled || record.enabled)) return 'withdrawn';
	if (!now.enabled) return 'disabled';
	return settled?.enabled ? 'redirected' : 'enabled';
}

/** What a look at a number leaves in memory, and the change that it shows, if any. */
export interface Look {
	memory: Remembered;
	change?: Change;
}

/** What a first look at a number leaves in memory. */
export function firstLook(record: CallForwarding, at: number): Remembered {
	if (record.status === 'queued') return { record, at, queuedSince: at };
	return { record, at, settled: { enabled: record.enabled, to: record.to } };
}

/**
 * Compares a record with what is remembered of its number (section 3): the change between them, if there is one,
 * and the memory that replaces the old one. A queued change that became active while nobody looked shows in
 * `enabled` or `to`.
 */
export function nextLook(before: Remembered, record: CallForwarding, at: number): Look {
	const queued = record.status === 'queued';
	const kind = queued ? queuedKind(before.record, record) : appliedKind(before, record);
	const firstSeen = before.queuedSince ?? at;
	const memory = queued
		? { record, at, queuedSince: firstSeen, ...(before.settled && { settled: before.settled }) }
		: firstLook(record, at);
	return { memory, ...(kind && { change: { kind, previous: before.record, firstSeen } }) };
}

import type { IDataObject } from 'n8n-workflow';

import { isTime } from '../shared/service/envelope';
import type { Remembered } from './forwarding-change';
import { forwardingRecord } from './forwarding-record';

/** The trigger's memory in the node's static data: small, and written only when a poll has gathered everything. */
export interface ForwardingMemory {
	/** When the last poll ended, in ms of the local clock. */
	polledAt?: number;
	numbers: Record<string, Remembered>;
}

/** What was remembered of a number, if it is whole; undefined otherwise, so that the number is looked at anew. */
function remembered(stored: Partial<Remembered> | null): Remembered | undefined {
	const record = forwardingRecord(stored?.record);
	if (!record || !isTime(stored?.at)) return undefined;
	const { at, settled, queuedSince, skipped } = stored;
	const inEffect = settled && forwardingRecord({ ...record, ...settled });
	return {
		record,
		at,
		...(inEffect && { settled: { enabled: inEffect.enabled, to: inEffect.to } }),
		...(isTime(queuedSince) && { queuedSince }),
		...(skipped && { skipped }),
	};
}

/** The memory that the static data holds; none before the first poll. A number whose memory is not whole is left out. */
export function readMemory(staticData: IDataObject): ForwardingMemory {
	const { polledAt, numbers } = staticData as Partial<ForwardingMemory>;
	const whole = Object.entries(numbers ?? {}).flatMap(([number, stored]) => {
		const memory = remembered(stored);
		return memory ? [[number, memory] as const] : [];
	});
	return { polledAt, numbers: Object.fromEntries(whole) };
}

/** Replaces the memory in the static data. */
export function writeMemory(staticData: IDataObject, memory: ForwardingMemory): void {
	Object.assign(staticData, memory);
}

/** When this process last polled each trigger. */
const lastPolls = new Map<string, number>();

/** Notes the poll of a trigger that has written this memory. */
export function notePoll(trigger: string, { polledAt }: ForwardingMemory): void {
	if (polledAt !== undefined) lastPolls.set(trigger, polledAt);
}

/**
 * Whether the memory is what this process wrote at the trigger's last poll. It is not after a restart, or when
 * n8n went back to an older copy, or when another process has polled: then it may lack what was left out last.
 */
export function isLastPollKnown(trigger: string, { polledAt }: ForwardingMemory): boolean {
	return polledAt !== undefined && lastPolls.get(trigger) === polledAt;
}

/**
 * Whether a number may be left out of a poll: its change is expected only after the next poll, and it was looked
 * at in the last one, so that a change which comes earlier than expected is seen at most one poll late. The time
 * left is counted by the service's own clock.
 */
export function maySkip(
	remembered: Remembered,
	{ polledAt = Infinity }: ForwardingMemory,
	now: number,
): boolean {
	const { record, at, skipped } = remembered;
	if (record.status !== 'queued' || record.estimated_completion === null || skipped) return false;
	const interval = now - polledAt;
	const left = record.estimated_completion - at - interval;
	return interval > 0 && left > interval;
}

import type { IDataObject } from 'n8n-workflow';

import type { Change, ChangeKind } from './forwarding-change';
import { coveredKinds, type ForwardingEvent } from './forwarding-event';
import type { CallForwarding, Reading } from './forwarding-record';

/** The item of a change of call forwarding (section 2.3). */
export function changeItem({ number, record }: Reading, change: Change): IDataObject {
	return {
		number,
		change: change.kind,
		call_forwarding: { ...record },
		previous: { ...change.previous },
		first_seen: new Date(change.firstSeen).toISOString(),
	};
}

/** The item of a fetched test event: the present state of a number. */
export function testItem({ number, record, at }: Reading): IDataObject {
	return {
		number,
		change: 'none',
		test: true,
		call_forwarding: { ...record },
		previous: null,
		first_seen: new Date(at).toISOString(),
	};
}

/** Numbers kept free for fiction, where the calls of a number go that forwards none. */
const targets = ['+12025550198', '+12025550199'] as const;

/** How long a queued change of a sample takes, in milliseconds. */
const waitMs = 10 * 60_000;

function active(to: string | null): CallForwarding {
	return { enabled: to !== null, to, status: 'active', estimated_completion: null };
}

function queuedForwarding(to: string, at: number): CallForwarding {
	return { enabled: true, to, status: 'queued', estimated_completion: at + waitMs };
}

type Sample = (to: string, other: string, at: number) => [before: CallForwarding, now: CallForwarding];

/** The records before and after a change of each kind, when calls went, or go, to `to`. */
const samples: Record<ChangeKind, Sample> = {
	disabled: (to, _, at) => [queuedForwarding(to, at - waitMs), active(null)],
	enabled: (to, _, at) => [queuedForwarding(to, at - waitMs), active(to)],
	redirected: (to, other) => [active(other), active(to)],
	queued: (to, _, at) => [active(to), queuedForwarding(to, at)],
	rescheduled: (to, _, at) => [queuedForwarding(to, at - waitMs), queuedForwarding(to, at)],
};

/** Items as the event would give them for a number, one for each kind of change, marked as a test. */
export function sampleItems({ number, record, at }: Reading, event: ForwardingEvent): IDataObject[] {
	const to = record.to ?? targets[0];
	const other = to === targets[0] ? targets[1] : targets[0];
	return coveredKinds[event].map((kind) => {
		const [previous, now] = samples[kind](to, other, at);
		const firstSeen = previous.status === 'queued' ? at - waitMs : at;
		return { ...changeItem({ number, record: now, at }, { kind, previous, firstSeen }), test: true };
	});
}

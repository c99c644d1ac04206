import type { INodePropertyOptions } from 'n8n-workflow';

import type { ChangeKind } from './forwarding-change';

/** The events that the trigger offers. */
export type ForwardingEvent = 'changeApplied' | 'forwardingEnabled' | 'forwardingDisabled' | 'anyChange';

const coverage: Record<ForwardingEvent, readonly ChangeKind[]> = {
	changeApplied: ['disabled', 'enabled', 'redirected'],
	forwardingEnabled: ['enabled', 'redirected'],
	forwardingDisabled: ['disabled'],
	anyChange: ['disabled', 'enabled', 'redirected', 'queued', 'rescheduled', 'withdrawn'],
};

/** The changes for which a workflow starts that waits for `event`. */
export function coveredKinds(event: ForwardingEvent): readonly ChangeKind[] {
	return coverage[event];
}

/** Whether a workflow that waits for `event` starts for a change. */
export function eventCovers(event: ForwardingEvent, kind: ChangeKind): boolean {
	return coveredKinds(event).includes(kind);
}

/** The events as the panel shows them. */
export const eventOptions: Array<INodePropertyOptions & { value: ForwardingEvent }> = [
	{
		name: 'Any Change',
		value: 'anyChange',
		description: 'Also when a change is queued, gets another time or is withdrawn',
	},
	{ name: 'Change Applied', value: 'changeApplied', description: 'A queued change has taken effect' },
	{ name: 'Forwarding Disabled', value: 'forwardingDisabled', description: 'Calls are no longer forwarded' },
	{
		name: 'Forwarding Enabled',
		value: 'forwardingEnabled',
		description: 'Calls are forwarded now, or to another number',
	},
];

import type { INodePropertyOptions } from 'n8n-workflow';

import type { ChangeKind } from './forwarding-change';

/** A choice of the field Event. */
export type ForwardingEvent = 'changeApplied' | 'forwardingEnabled' | 'forwardingDisabled' | 'anyChange';

/** The changes for which a workflow starts that waits for an event. */
export const coveredKinds: Record<ForwardingEvent, readonly ChangeKind[]> = {
	changeApplied: ['disabled', 'enabled', 'redirected'],
	forwardingEnabled: ['enabled', 'redirected'],
	forwardingDisabled: ['disabled'],
	anyChange: ['disabled', 'enabled', 'redirected', 'queued', 'rescheduled'],
};

export const eventOptions: Array<INodePropertyOptions & { value: ForwardingEvent }> = [
	{
		name: 'Any Change',
		value: 'anyChange',
		action: 'On any change of call forwarding',
		description: 'A change has taken effect, was queued, or got another time',
	},
	{
		name: 'Change Applied',
		value: 'changeApplied',
		action: 'On call forwarding changed',
		description: 'Recommended: a change has taken effect, at once or after it was queued',
	},
	{
		name: 'Forwarding Disabled',
		value: 'forwardingDisabled',
		action: 'On call forwarding disabled',
		description:
			'Calls are no longer forwarded. Can be missed when n8n restarts: use Change Applied to miss nothing.',
	},
	{
		name: 'Forwarding Enabled',
		value: 'forwardingEnabled',
		action: 'On call forwarding enabled',
		description:
			'Calls are forwarded now, or to another number. Can be missed when n8n restarts: use Change Applied to miss nothing.',
	},
];

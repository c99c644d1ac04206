import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from '../shared/delivery/options/options';
import type { NodeOperation } from '../shared/operation/operation';
import { leasePermission, numberField } from './number.field';

const toField: INodeProperties = {
	displayName: 'Forward To',
	name: 'forwardTo',
	type: 'string',
	default: '',
	placeholder: 'e.g. +15551234567',
	description: 'Optional number for the service. What it does when forwarding is disabled is not documented.',
	routing: { send: { type: 'body', property: 'to' } },
};

/** Disable call forwarding on a leased number (section 4.1). */
export const disableCallForwarding: NodeOperation = {
	id: 'disableCallForwarding',
	service: 'disableCallForwarding',
	name: 'Disable Call Forwarding',
	action: 'Disable call forwarding of leased number',
	description: 'Stop forwarding the calls of a leased number; applied at once or queued',
	fields: [numberField, optionsField([toField])],
	ifForbidden: leasePermission,
};

import type { NodeOperation } from '../shared/operation/operation';
import { notice } from '../shared/node/panel';
import { nameField } from './name.field';

const applyNotice = notice('applyNotice', 'Each execution files an application with your provider.');

/** Apply for an entitlement (sections 2.8 and 4.7). */
export const applyForEntitlement: NodeOperation = {
	id: 'applyForEntitlement',
	service: 'applyForEntitlement',
	name: 'Apply',
	action: 'Apply for entitlement',
	description: 'Apply for a named capability of the account; each application is assessed case by case',
	fields: [nameField, applyNotice],
	ifForbidden:
		'The application for {name} was refused. An entitlement that the console shows as eligible can still be denied, and some need a legal agreement first: ask the provider.',
};

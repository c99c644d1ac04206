import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { testPhoneServiceApi } from '../shared/panel/credential-test';
import { listSearch } from '../shared/panel/leased-numbers';
import { subtitleOf } from '../shared/panel/panel';
import { eventOptions, triggerFields } from './message-trigger.fields';
import { receiveEvent, runEvent } from './receive-event';
import { requireReadiness } from './signature';

/** Starts a workflow when the service sends an event: a message came in, or one was delivered or not (public material). */
export class PhoneServiceMessagingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service Messaging Trigger',
		name: 'phoneServiceMessagingTrigger',
		icon: { light: 'file:../../icons/messaging.svg', dark: 'file:../../icons/messaging.dark.svg' },
		group: ['trigger'],
		// For each request to a webhook of version 1, n8n evaluates an expression.
		version: 2,
		subtitle: subtitleOf('events', eventOptions),
		// n8n shows it for Phone Service Messaging as well, where it lists both as one.
		description:
			'Starts workflows when somebody writes to your numbers; sends iMessage and WhatsApp messages with fallback to SMS/RCS',
		eventTriggerDescription: 'Write to one of your numbers',
		defaults: { name: 'Phone Service Messaging Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'phoneServiceApi', required: true, testedBy: 'phoneServiceApiTest' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: '',
				path: 'webhook',
			},
		],
		properties: triggerFields,
	};

	methods = { credentialTest: { phoneServiceApiTest: testPhoneServiceApi }, listSearch };

	webhookMethods = {
		default: {
			/** The address is registered by hand; what can be checked is whether events can come and be trusted. */
			async checkExists(this: IHookFunctions): Promise<boolean> {
				await requireReadiness(this);
				return true;
			},
			create: async () => true,
			delete: async () => true,
		},
	};

	webhook = receiveEvent;

	execute = runEvent;
}

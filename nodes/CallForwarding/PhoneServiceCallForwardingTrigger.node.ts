import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { testPhoneServiceApi } from '../shared/panel/credential-test';
import { listSearch } from '../shared/panel/leased-numbers';
import { subtitleOf } from '../shared/panel/panel';
import { pollCallForwarding } from './call-forwarding.poll';
import { eventOptions, firstPoll, triggerFields } from './call-forwarding-trigger.fields';

/** Starts a workflow when a change of call forwarding has taken effect (sections 2.3, 3 and 4.1). */
export class PhoneServiceCallForwardingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Phone Service Call Forwarding Trigger',
		name: 'phoneServiceCallForwardingTrigger',
		icon: {
			light: 'file:../../icons/callForwarding.svg',
			dark: 'file:../../icons/callForwarding.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOf('event', eventOptions),
		description: 'Starts the workflow when a change of call forwarding has taken effect',
		activationMessage: firstPoll,
		defaults: { name: 'Phone Service Call Forwarding Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'phoneServiceApi', required: true, testedBy: 'phoneServiceApiTest' }],
		properties: triggerFields,
	};

	methods = { credentialTest: { phoneServiceApiTest: testPhoneServiceApi }, listSearch };

	poll = pollCallForwarding;
}

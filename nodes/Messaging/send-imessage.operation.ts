import type { INodePropertyOptions } from 'n8n-workflow';

import {
	bubbleEffectValues,
	imessageFallbackConditionValues,
	screenEffectValues,
} from '../shared/contract/contract';
import { sendOptionsFields, showTypingFirst } from '../shared/delivery/delivery-options';
import type { NodeOperation } from '../shared/operation/operation';
import {
	attachmentsField,
	fallbackField,
	fallbackFromField,
	fallbackWhenField,
	fastTrackField,
	fromField,
	messageField,
	toField,
	toolNotice,
} from './message.fields';
import { sendersPermission, sentMessage } from './sent-message';

function effectOptions(kind: string, effects: readonly string[]): INodePropertyOptions[] {
	return effects.map((effect) => {
		const words = effect.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
		return { name: `${kind}: ${words.join(' ')}`, value: effect };
	});
}

/** Send an iMessage (section 4.3). */
export const sendImessage: NodeOperation = {
	id: 'sendImessage',
	service: 'sendImessage',
	name: 'Send iMessage',
	action: 'Send an iMessage',
	description: 'Send an iMessage to a phone number or an email address',
	fields: [
		toolNotice,
		toField,
		fromField,
		messageField,
		fallbackField,
		{
			...fallbackWhenField('imessageFallbackWhen', 'iMessage', imessageFallbackConditionValues),
			hint: 'Email recipients get no fallback: SMS and RCS go to phone numbers only',
		},
		fallbackFromField,
		attachmentsField,
		{
			displayName: 'Effect',
			name: 'effect',
			type: 'options',
			options: [
				{ name: 'None', value: '' },
				...effectOptions('Bubble', bubbleEffectValues),
				...effectOptions('Screen', screenEffectValues),
			],
			default: '',
			description: 'How the message appears: an effect of its bubble or of the whole screen',
			routing: { send: { type: 'body', property: 'effect' } },
		},
		...sendOptionsFields([fastTrackField, showTypingFirst]),
	],
	permission: sendersPermission('iMessage'),
	...sentMessage,
};

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	bubbleEffectValues,
	imessageFallbackConditionValues,
	screenEffectValues,
	type Schema,
} from '../shared/contract/contract';
import { sendOptionsField } from '../shared/delivery/delivery-options';
import type { ItemParameters } from '../shared/operation/item-parameters';
import type { NodeOperation, ServiceRequest } from '../shared/operation/operation';
import { servicePath } from '../shared/service/service-path';
import { phoneNumberOrEmail } from '../shared/input/address';
import { oneOf } from '../shared/input/choice';
import { InvalidInput } from '../shared/input/invalid-input';
import { fastTrackField, isFastTracked } from './fast-track.fields';
import {
	attachmentsField,
	fallbackField,
	fallbackFromField,
	fallbackWhenField,
	fromField,
	messageField,
	sendRateNotice,
	toField,
} from './message.fields';
import {
	aboutMessage,
	busySenders,
	messageContents,
	sendersPermission,
	sendRateName,
} from './message-refusals';
import { attachmentsOf, fallbackOf, sendersOf, sentMessage, withFurtherFieldsOf } from './message-request';

function effectOptions(kind: string, effects: readonly string[]): INodePropertyOptions[] {
	return effects.map((effect) => {
		const words = effect.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
		return { name: `${kind}: ${words.join(' ')}`, value: effect };
	});
}

const effectField: INodeProperties = {
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
};

const imessageFallbackWhenField = fallbackWhenField(
	'imessageFallbackWhen',
	'iMessage',
	imessageFallbackConditionValues,
	{ hint: 'Email recipients get no fallback: SMS and RCS go to phone numbers only' },
);

function request(parameters: ItemParameters): ServiceRequest {
	const to = phoneNumberOrEmail('To', parameters.text('to', 'To'));
	const message = parameters.text('message', 'Message');
	const attachments = attachmentsOf(parameters);
	if (message === '' && attachments.length === 0) {
		throw new InvalidInput(
			'The iMessage has neither a text nor attachments',
			'Fill Message, add an attachment, or both.',
		);
	}
	const effect = parameters.text('effect', 'Effect');
	const fallback = fallbackOf(parameters, 'imessageFallbackWhen', imessageFallbackConditionValues);
	const fastTrack = isFastTracked(parameters);
	const body: Schema<'SendImessageRequest'> = {
		to,
		...(message && { message }),
		...(attachments.length > 0 && { attachments }),
		...(effect && { effect: oneOf('Effect', effect, [...bubbleEffectValues, ...screenEffectValues]) }),
		...(fallback && { fallback }),
		...(fastTrack && { fast_track: true }),
	};
	return {
		path: servicePath('sendImessage'),
		body: withFurtherFieldsOf(parameters, body, 'sendImessage'),
		senders: sendersOf(parameters),
		bypassesRateLimit: fastTrack,
	};
}

/** Send an iMessage (section 4.3). */
export const sendImessage: NodeOperation = {
	id: 'sendImessage',
	name: 'Send iMessage',
	action: 'Send an iMessage',
	description: 'Send an iMessage to a phone number or an email address',
	fields: [
		toField,
		fromField,
		messageField,
		attachmentsField,
		effectField,
		fallbackField,
		imessageFallbackWhenField,
		fallbackFromField,
		sendRateNotice,
		sendOptionsField([fastTrackField]),
	],
	about: aboutMessage,
	contents: { ...messageContents, effect: 'Effect', fast_track: 'Fast Track' },
	permission(given) {
		const fastTrack =
			'Fast track needs the fast_track entitlement and its terms accepted: apply for it with the Phone Service Entitlements node.';
		return `${sendersPermission(given, 'iMessage')}${given.fast_track ? ` ${fastTrack}` : ''}`;
	},
	rateName: sendRateName,
	busy: busySenders,
	request,
	output: sentMessage,
};

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	bubbleEffectValues,
	imessageFallbackConditionValues,
	screenEffectValues,
} from '../shared/contract/contract';
import { fallbackWhenField } from './message.fields';

function effectOptions(kind: string, effects: readonly string[]): INodePropertyOptions[] {
	return effects.map((effect) => {
		const words = effect.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
		return { name: `${kind}: ${words.join(' ')}`, value: effect };
	});
}

export const effectField: INodeProperties = {
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
};

export const imessageFallbackWhenField = fallbackWhenField(
	'imessageFallbackWhen',
	'iMessage',
	imessageFallbackConditionValues,
	{ hint: 'Email recipients get no fallback: SMS and RCS go to phone numbers only' },
);

/** The option. */
export const fastTrackField: INodeProperties = {
	displayName: 'Fast Track',
	name: 'fastTrack',
	type: 'boolean',
	default: false,
	description:
		'Whether to bypass the recommended rate limiting. Only on leased numbers, with the Fast Track Terms accepted and the fast_track entitlement: apply for it with the Phone Service Entitlements node.',
	routing: { send: { type: 'body', property: 'fast_track' } },
};

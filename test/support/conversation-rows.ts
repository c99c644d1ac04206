import type { INodeParameters } from 'n8n-workflow';

import {
	maxTextAttachments,
	reactionActionValues,
	tapbackValues,
	textReactionValues,
	typingActionValues,
} from '../../nodes/shared/contract/contract';
import type { Row } from './contract-rows';
import { leased } from './leased-numbers';
import type { OfferedId } from './operations';

const to = '+12025550199';
const picture = 'https://example.com/picture.jpg';
const between = { to: '+12025550162', from: leased.whatsapp };

/** A row for what only public material has. */
function open(
	covers: string,
	operation: OfferedId,
	parameters: INodeParameters,
	sent: object,
	{ from, to: person }: { from?: string; to: string } = between,
): Row {
	const filled = { ...parameters, to: person, ...(from && { from }) };
	return { section: 'none (public material)', covers, operation, parameters: filled, sends: sent };
}

const onThanks = { onMessage: 'Thank you!' };
const reactsTo = { imessage: 'reactImessage', text: 'reactText', whatsapp: 'reactWhatsapp' } as const;

/** The rows of texts, reactions, typing and read receipts. */
export const conversationRows: Row[] = [
	...Object.entries({ to, message: 'Hello', from: leased.sms, attachments: [picture], fast_track: true }).map(
		([name, value]) =>
			open(
				`sendText.${name}`,
				'sendText',
				{ textMessage: 'Hello', textAttachments: [picture], options: { fastTrack: true } },
				{ [name]: value },
				{ to, from: leased.sms },
			),
	),
	open(
		'TextAttachments.maxItems',
		'sendText',
		{ textAttachments: Array.from({ length: maxTextAttachments }, () => picture) },
		{ attachments: Array.from({ length: maxTextAttachments }, () => picture) },
		{ to },
	),
	...Object.entries(reactsTo).flatMap(([channel, service]) => {
		const reaction =
			channel === 'imessage' ? { tapback: 'love' } : { reaction: channel === 'text' ? 'love' : ':heart:' };
		const { from, ...others } = { ...between, action: 'add', message: 'Thank you!', ...reaction };
		const body = channel === 'whatsapp' ? others : { ...others, from };
		return Object.entries(body).map(([name, value]) =>
			open(`${service}.${name}`, 'react', { channel, ...onThanks }, { [name]: value }),
		);
	}),
	...tapbackValues.map((tapback) =>
		open(`Tapback.${tapback}`, 'react', { channel: 'imessage', ...onThanks, tapback }, { tapback }),
	),
	...textReactionValues.map((reaction) =>
		open(
			`TextReaction.${reaction}`,
			'react',
			{ channel: 'text', ...onThanks, textReaction: reaction },
			{ reaction },
		),
	),
	...reactionActionValues.map((action) =>
		open(
			`ReactionAction.${action}`,
			'react',
			{ channel: 'imessage', ...onThanks, reactionAction: action },
			{ action },
		),
	),
	...typingActionValues.map((action) =>
		open(`TypingAction.${action}`, 'showTyping', { channel: 'whatsapp', indicator: action }, { action }),
	),
	...(['imessage', 'whatsapp'] as const).flatMap((channel) =>
		Object.entries({ ...between, action: 'start' }).map(([name, value]) =>
			open(
				`${channel === 'imessage' ? 'typeImessage' : 'typeWhatsapp'}.${name}`,
				'showTyping',
				{ channel },
				{ [name]: value },
			),
		),
	),
	...Object.entries(between).map(([name, value]) =>
		open(`markImessageRead.${name}`, 'markAsRead', {}, { [name]: value }),
	),
	...(['imessage', 'text'] as const).map((channel) =>
		open(
			`${channel === 'imessage' ? 'getImessageHistory' : 'getTextHistory'}.tracking`,
			'getConversation',
			{ channel, options: { tracking: true } },
			{ tracking: 'true' },
		),
	),
	{
		section: 'none (public material)',
		covers: 'getMessage.tracking',
		operation: 'getMessage',
		parameters: { id: 'imsg_delivered', options: { tracking: true } },
		sends: { tracking: 'true' },
		gives: { tracking: [{ event: expect.any(String) }] },
	},
];

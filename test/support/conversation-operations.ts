/** The rows of the table of operations for conversations, texts, one number and the entitlements (public material). */
import { leased } from './leased-numbers';
import type { OperationRow } from './operations';

const recipient = '+12025550199';
const picture = 'https://example.com/picture.jpg';
const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const aboutPeople = { parameter: 'to', values: [recipient, '+12025550198'] };

/** A person who has written to this number, and what was written last but one. */
const person = '+12025550162';
const between = { to: person, from: leased.whatsapp };
/** The same as the output has it: who wrote, and the number that was written to. */
const sides = { from: person, to: leased.whatsapp };

const conversation = 'chosen';
const thanks = 'Thank you!';

export const conversationOperations = {
	sendText: {
		node: 'phoneServiceMessaging',
		parameters: { to: recipient, message: 'Hello' },
		everyField: { from: leased.sms, attachments: [picture], inputDataFieldNames: [] },
		sends: { body: { to: recipient, message: 'Hello' } },
		gives: [{ to: recipient, message_id: expect.stringMatching(/^text_/) }],
		about: aboutPeople,
	},
	reply: {
		node: 'phoneServiceMessaging',
		service: 'sendText',
		parameters: {
			conversation,
			channel: 'text',
			to: recipient,
			from: leased.sms,
			message: 'Hello',
		},
		everyField: { attachments: [picture], inputDataFieldNames: [] },
		sends: { body: { to: recipient, message: 'Hello', from: leased.sms } },
		gives: [{ from: recipient, to: leased.sms, message_id: expect.stringMatching(/^text_/) }],
		about: aboutPeople,
	},
	showTyping: {
		node: 'phoneServiceConversations',
		service: 'typeImessage',
		parameters: { conversation, channel: 'imessage', ...between },
		everyField: { indicator: 'stop' },
		sends: { body: { ...between, action: 'start' } },
		gives: [{ ...sides, status: 'started' }],
		about: aboutPeople,
	},
	markAsRead: {
		node: 'phoneServiceConversations',
		service: 'markImessageRead',
		parameters: { conversation, channel: 'imessage', ...between },
		sends: { body: between },
		gives: [{ ...sides, status: 'sent', message: expect.any(String) }],
		about: aboutPeople,
	},
	react: {
		node: 'phoneServiceConversations',
		service: 'reactImessage',
		parameters: { conversation, channel: 'imessage', ...between, onMessage: thanks },
		everyField: {
			channel: 'whatsapp',
			reaction: 'custom',
			customEmoji: '🎉',
			reactionAction: 'remove',
		},
		sends: { body: { ...between, message: thanks, action: 'add', tapback: 'love' } },
		gives: [{ ...sides, status: 'added', message: expect.any(String) }],
		about: { parameter: 'to', values: [person, '+12025550163'] },
	},
	getMessage: {
		node: 'phoneServiceConversations',
		parameters: { id: 'imsg_delivered' },
		sends: { path: { id: 'imsg_delivered' } },
		gives: [
			{
				message_id: 'imsg_delivered',
				status: 'delivered',
				to: recipient,
				from: leased.whatsapp,
				text: expect.any(String),
				sent_at: expect.stringMatching(isoTime),
				attachments: [],
				tracking: [],
			},
		],
	},
	getConversation: {
		node: 'phoneServiceConversations',
		service: 'getImessageHistory',
		parameters: { conversation, channel: 'imessage', ...between, limit: 1 },
		everyField: { unansweredOnly: true },
		sends: { path: { ...between, limit: '1' } },
		gives: [
			{
				channel: 'imessage',
				from: person,
				to: leased.whatsapp,
				count: 1,
				messages: [
					{
						direction: 'incoming',
						text: 'Can we come at 8 instead?',
						sent_at: expect.stringMatching(isoTime),
						read_at: null,
						status: 'delivered',
						status_at: expect.stringMatching(isoTime),
						attachments: [],
						reported_as_spam: false,
						tracking: [],
					},
				],
				reactions: [],
				filtered: false,
				marked_as_spam: false,
				chatInput: 'Can we come at 8 instead?',
				sessionId: `imessage:${leased.whatsapp}:${person}`,
			},
		],
		about: aboutPeople,
	},
	getNumber: {
		node: 'phoneServiceNumbers',
		parameters: { number: leased.imessage },
		sends: { path: { number: leased.imessage } },
		gives: [
			{
				number: leased.imessage,
				formatted: expect.any(String),
				channels: ['imessage', 'sms', 'mms', 'rcs'],
				id: leased.imessage,
				status: 'leased',
				location: expect.any(Object),
				carrier: expect.any(String),
				health: expect.any(Object),
				data: expect.any(Object),
				pricing: expect.any(Object),
				lease_id: expect.any(String),
				lease_status: 'active',
				billing: expect.any(Object),
				created_at: expect.stringMatching(isoTime),
			},
		],
		about: { parameter: 'number', values: [leased.imessage, leased.imessageToo] },
	},
	listEntitlements: {
		node: 'phoneServiceEntitlements',
		parameters: { limit: 2 },
		everyField: { returnAll: false },
		sends: {},
		gives: ['fast_track', 'lease'].map((name) => ({
			name,
			description: expect.any(String),
			status: 'granted',
			entitlement_id: `ent_${name}`,
		})),
	},
} satisfies Record<string, OperationRow>;

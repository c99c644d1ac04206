import type { INodePropertyOptions } from 'n8n-workflow';

import { textList } from '../../input/values';
import { recentHours } from '../ledger/scopes';
import { choice, flag, ifAdded, name, number, type Option } from './option';

/** How the senders of a pool are shared out: by recipient for good, or evenly within a run. */
export type SenderChoice = 'alwaysSame' | 'spreadEvenly';

/** What happens to a message that may have been sent. */
export type IfUnknown = 'askTheService' | 'doNotSend' | 'sendAgain';

/** What happens to a message of which nobody knows whether its recipient has opted out. */
export type IfOptOutUnknown = 'sendIfUnknown' | 'skipIfUnknown';

/** How long the typing indicator shows before a message at most, how fast a text is typed, and for how many items. */
export const typingLimits = { seconds: 15, charactersPerSecond: 10, items: 20 };

/** The options of messages, one by one. */
export const sendOptions = {
	dryRun: flag({
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description: 'Whether to check the message and show the exact request without sending anything',
	}),
	answerOnly: flag({
		displayName: 'Answer Only',
		name: 'answerOnly',
		type: 'boolean',
		default: false,
		description: "Whether to return the service's answer alone, without the fields of the item that came in",
	}),
	ifUnknown: choice<IfUnknown>({
		displayName: 'If the Outcome Is Unknown',
		name: 'ifOutcomeUnknown',
		type: 'options',
		options: [
			{
				name: 'Ask the Service',
				value: 'askTheService',
				description:
					'Looks for the message in the conversation with the recipient. What is not found stays unknown, and is not sent again. Needs From.',
			},
			{
				name: 'Do Not Send Again',
				value: 'doNotSend',
				description: 'A retry reports the message as unknown; nobody gets it twice',
			},
			{
				name: 'Send Again',
				value: 'sendAgain',
				description: 'A retry sends the message once more; the recipient may get it twice',
			},
		] satisfies Array<INodePropertyOptions & { value: IfUnknown }>,
		default: 'askTheService',
		description:
			'What the node does with a message that may or may not have been sent, e.g. because the connection broke before the answer',
	}),
	idempotencyKey: name({
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.orderId }}',
		description:
			'Text that stands for this message: this node sends one message with this key, whichever run sends it, today or tomorrow',
	}),
	campaign: name({
		displayName: 'Campaign',
		name: 'campaign',
		type: 'string',
		default: '',
		placeholder: 'e.g. spring-sale',
		description:
			"Name of a campaign: each person gets one message of it, whichever run sends it, today or tomorrow, also if the text changes. Without one, tomorrow's run sends to everybody again.",
	}),
	sendAgain: flag({
		displayName: 'Send Again',
		name: 'sendAgain',
		type: 'boolean',
		default: false,
		description: `Whether to send to everybody, whatever this node has sent. Otherwise a manual run of several items leaves out what was sent in the last ${recentHours} hours, and a campaign or key what it has sent before. Turn it off again for tomorrow's run.`,
	}),
	senderChoice: choice<SenderChoice>({
		displayName: 'Sender for Each Recipient',
		name: 'senderChoice',
		type: 'options',
		options: [
			{
				name: 'Always the Same',
				value: 'alwaysSame',
				description: 'A recipient gets every message from the same number, in every run',
			},
			{
				name: 'Spread Evenly',
				value: 'spreadEvenly',
				description: 'Each number sends as many messages as the others: the fastest way through a long list',
			},
		] satisfies Array<INodePropertyOptions & { value: SenderChoice }>,
		default: 'alwaysSame',
		description: 'Which number sends when From names several',
	}),
	respectOptOuts: ifAdded(
		choice<IfOptOutUnknown>({
			displayName: 'Respect Opt-Outs',
			name: 'respectOptOuts',
			type: 'options',
			options: [
				{
					name: 'Skip Opt-Outs; If Unknown, Send',
					value: 'sendIfUnknown',
					description: 'Where the conversation cannot be read, the message is sent',
				},
				{
					name: 'Skip Opt-Outs; If Unknown, Skip',
					value: 'skipIfUnknown',
					description: 'Where the conversation cannot be read, the message is not sent',
				},
			] satisfies Array<INodePropertyOptions & { value: IfOptOutUnknown }>,
			default: 'skipIfUnknown',
			description:
				'Whether to leave out who wrote STOP, UNSUBSCRIBE, CANCEL, END or QUIT, and not START since. Reads the conversation of each recipient (iMessage, SMS/MMS; needs From). May not be offered by every provider.',
		}),
	),
	optOutWords: {
		field: {
			displayName: 'Opt-Out Words',
			name: 'optOutWords',
			type: 'string',
			default: '',
			placeholder: 'e.g. arrêt, stopp',
			description: 'What opts out beside STOP, UNSUBSCRIBE, CANCEL, END and QUIT, for Respect Opt-Outs',
		},
		read: (parameters) => textList('The option Opt-Out Words', parameters.options().optOutWords),
	} satisfies Option<string[]>,
	/** How long typing shows before the message, 0 for as long as its text takes; none when the option is not there. */
	typingSeconds: ifAdded(
		number({
			displayName: 'Show Typing First (Seconds)',
			name: 'showTypingFirst',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: typingLimits.seconds },
			default: 0,
			description: `How long the recipient sees that you are writing before the message comes (iMessage, WhatsApp; needs From). 0: as long as the text takes, a second for ${typingLimits.charactersPerSecond} characters, at most ${typingLimits.seconds}. Lists of more than ${typingLimits.items} items go without it.`,
		}),
	),
};

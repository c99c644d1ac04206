import { recentHours } from '../ledger/scopes';
import { choice, flag, ifAdded, name, number } from './option';

/** How long the typing indicator shows before a message at most, how fast a text is typed, and for how many items. */
export const typingLimits = { seconds: 15, charactersPerSecond: 10, items: 20 };

export const sendOptions = {
	dryRun: flag({
		displayName: 'Dry Run',
		name: 'dryRun',
		default: false,
		description: 'Whether to check the message and show the exact request without sending anything',
	}),
	answerOnly: flag({
		displayName: 'Answer Only',
		name: 'answerOnly',
		default: false,
		description: "Whether to return the service's answer alone, without the fields of the item that came in",
	}),
	ifUnknown: choice({
		displayName: 'If the Outcome Is Unknown',
		name: 'ifOutcomeUnknown',
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
		],
		default: 'askTheService',
		description:
			'What the node does with a message that may or may not have been sent, e.g. because the connection broke before the answer',
	}),
	idempotencyKey: name({
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		placeholder: 'e.g. {{ $json.orderId }}',
		description:
			'Text that stands for this message: this node sends one message with this key, whichever run sends it, today or tomorrow',
	}),
	sendAgain: flag({
		displayName: 'Send Again',
		name: 'sendAgain',
		default: false,
		description: `Whether to send to everybody, whatever this node has sent. Otherwise a manual run of several items leaves out what was sent in the last ${recentHours} hours, and a campaign or key what it has sent before. Turn it off again for tomorrow's run.`,
	}),
	/** How long typing shows before the message, 0 for as long as its text takes; none when the option is not there. */
	typingSeconds: ifAdded(
		number({
			displayName: 'Show Typing First (Seconds)',
			name: 'showTypingFirst',
			typeOptions: { minValue: 0, maxValue: typingLimits.seconds },
			default: 0,
			description: `How long the recipient sees that you are writing before the message comes (iMessage, WhatsApp; needs From). 0: as long as the text takes, a second for ${typingLimits.charactersPerSecond} characters, at most ${typingLimits.seconds}. Lists of more than ${typingLimits.items} items go without it.`,
		}),
	),
};

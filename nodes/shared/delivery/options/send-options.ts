import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';

import { serviceOperations } from '../../contract/contract';
import { recentHours } from '../ledger/scopes';
import { choice, flag, ifAdded, name, number, type Option } from './option';

const { requests: lookupRate } = serviceOperations.lookUpNumber.rate;
const { requests: sendRate, burst } = serviceOperations.sendImessage.rate;

/** A question is one message. */
const ofSeveral = { hide: { '/operation': [SEND_AND_WAIT_OPERATION] } };

const speed = choice({
	displayName: 'Speed',
	name: 'speed',
	options: [
		{
			name: 'As Fast as the Service Allows',
			value: 'asFastAsAllowed',
			description: 'At the rate of Messages per Second. For messages that people wait for.',
		},
		{
			name: 'Like a Person',
			value: 'likeAPerson',
			description:
				'With random pauses between the messages of each number, and longer ones now and then. For lists: sending that looks automated gets a number restricted.',
		},
	],
	default: 'asFastAsAllowed',
	displayOptions: ofSeveral,
	description: 'How the messages of a number follow each other',
});

const secondsBetween = number({
	displayName: 'Pause (Seconds)',
	name: 'secondsBetween',
	typeOptions: { minValue: 10, maxValue: 3600 },
	default: 45,
	displayOptions: { show: { speed: ['likeAPerson'] } },
	description:
		'How many seconds pass between two messages of a number on average. No pause is shorter than 10 seconds.',
});

export const paceOptions = {
	speed,
	/** Seconds between two messages of a number on average; none when they go as fast as the service allows. */
	secondsBetween: {
		field: secondsBetween.field,
		read: (parameters) =>
			speed.read(parameters) === 'likeAPerson' ? secondsBetween.read(parameters) : undefined,
	} satisfies Option<number | undefined>,
	messagesPerSecond: number({
		displayName: 'Messages per Second',
		name: 'messagesPerSecond',
		typeOptions: { minValue: 0, maxValue: 1000 },
		default: sendRate,
		displayOptions: { hide: { speed: ['likeAPerson'] } },
		description: `How many messages a second each sending number may send, after a burst of ${burst}, counted over all executions that use the same credential. 1,000 messages from one number take about ${Math.round(1000 / sendRate / 60)} minutes. 0 means no limit. Fast-track messages are not held back.`,
	}),
	senderChoice: choice({
		displayName: 'Sender per Recipient',
		name: 'senderChoice',
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
		],
		default: 'alwaysSame',
		displayOptions: ofSeveral,
		description: 'Which number sends when From names several',
	}),
	lookupsPerMinute: number(
		{
			displayName: 'Lookups per Minute',
			name: 'lookupsPerMinute',
			typeOptions: { minValue: 0, maxValue: 10_000 },
			default: lookupRate,
			description: `How many lookups may be made in a minute by all executions that use the same credential. The service allows ${lookupRate}. 0 means no limit.`,
		},
		{ isWhole: true },
	),
	giveUpAfterMs: number(
		{
			displayName: 'Give Up After (Minutes)',
			name: 'giveUpAfter',
			typeOptions: { minValue: 0, maxValue: 1440 },
			default: 10,
			description:
				'How many minutes the service may keep refusing (429) before the waiting items fail, counted from the last request that it accepted. 0 fails them at the first refusal.',
		},
		{ unit: 60_000 },
	),
	requestsAtOnce: number(
		{
			displayName: 'Requests at Once',
			name: 'requestsAtOnce',
			typeOptions: { minValue: 1, maxValue: 1000 },
			default: 10,
			description:
				'How many requests of this node may be under way at the same time, however many items come in',
		},
		{ isWhole: true },
	),
};

/** How long the typing indicator shows before a message at most, how fast a text is typed, and for how many items. */
export const typingLimits = { seconds: 15, charactersPerSecond: 10, items: 20 };

export const sendOptions = {
	dryRun: flag({
		displayName: 'Dry Run',
		name: 'dryRun',
		default: false,
		description:
			'Whether to check the messages without sending anything. Each row shows its text. A single item shows the exact request, too.',
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

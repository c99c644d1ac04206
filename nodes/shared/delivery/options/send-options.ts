import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';

import { serviceOperations } from '../../contract/contract';
import { choice, flag, name, number, type Option } from './option';

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
	sendAgainIfUnknown: flag({
		displayName: 'Send Again If Unknown',
		name: 'sendAgainIfUnknown',
		default: false,
		description:
			'Whether to send a message once more that may or may not have been sent, e.g. because the connection broke before the answer. The recipient may get it twice.',
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
		description:
			"Whether to send to everybody, whatever this node has sent. Otherwise a manual run of several items leaves out what was sent manually today or yesterday, and a campaign or key what it has sent before. Turn it off again for tomorrow's run.",
	}),
};

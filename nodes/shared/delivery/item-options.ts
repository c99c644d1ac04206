import type { INodeProperties } from 'n8n-workflow';

import { InvalidInput } from '../input/invalid-input';
import { plainObject } from '../input/values';
import {
	choiceOption,
	flagOption,
	numberOption,
	type ItemParameters,
	type Options,
} from '../operation/parameters';
import {
	answerOnly,
	campaign,
	dryRun,
	giveUpAfter,
	idempotencyKey,
	ifOutcomeUnknown,
	lookupsPerMinute,
	messagesPerSecond,
	requestsAtOnce,
	sendAgain,
	senderChoice,
	showTypingFirst,
	tries,
	wholeResponse,
	type IfUnknown,
} from './delivery-options';
import { nameOf } from './ledger/names';
import { mostPerNumber, onlyAtTheseHours, pace, secondsBetween, sendingAdvice } from './list-options';
import type { NodeRun } from './node-run';
import type { SenderChoice } from './senders';
import { openingAt, sendingHours, type SendingHours } from './sending-hours';

function hoursOption(options: Options): SendingHours | undefined {
	const remedy = 'Add the hours in the panel, or remove the option.';
	if (!(onlyAtTheseHours.name in options)) return undefined;
	const { hours } = plainObject('The option Only at These Hours', options[onlyAtTheseHours.name], remedy);
	if (hours === undefined) throw new InvalidInput('The option Only at These Hours has no hours', remedy);
	return sendingHours(plainObject('Hours', hours, remedy));
}

/** How many messages a number sends in a run. InvalidInput where no later run would send the others alone. */
function mostPerNumberOption(options: Options): number | undefined {
	if (!(mostPerNumber.name in options)) return undefined;
	if (campaign.name in options) return numberOption(options, mostPerNumber, true);
	throw new InvalidInput(
		'The option At Most per Number and Run needs a Campaign',
		'Add the option Campaign with a name, so that the next run sends to the others, and to nobody twice.',
	);
}

/** Whether a recipient with these hours may get messages now. */
export function isOpenNow(hours: SendingHours | undefined): boolean {
	return !hours || openingAt(hours, Date.now()).isOpen;
}

/** Until when messages may leave, in milliseconds: the past while the hours are closed; undefined at any time. */
export function closingTime(hours: SendingHours | undefined): number | undefined {
	const opening = hours && openingAt(hours, Date.now());
	return opening && (opening.isOpen ? opening.until : 0);
}

/** The options that hold for a run as a whole. */
function ofRun(options: Options) {
	return { requestsAtOnce: numberOption(options, requestsAtOnce, true) };
}

/** The text of an option that stands for a message or for a list. InvalidInput for one that has no value. */
function nameOption(parameters: ItemParameters, { name, displayName, placeholder = '' }: INodeProperties) {
	const options = parameters.options();
	if (!(name in options)) return undefined;
	return nameOf(
		displayName,
		options[name],
		parameters.storedOption(name),
		placeholder.replace(/^e\.g\. /, ''),
	);
}

/** Reads the options of one item. InvalidInput for a value that is none of those the panel offers. */
export function deliveryOptions(parameters: ItemParameters) {
	const options = parameters.options();
	return {
		wholeResponse: flagOption(options, wholeResponse),
		answerOnly: flagOption(options, answerOnly),
		...ofRun(options),
		tries: numberOption(options, tries, true),
		lookupsPerMinute: numberOption(options, lookupsPerMinute, true),
		messagesPerSecond: numberOption(options, messagesPerSecond),
		ifUnknown: choiceOption(options, ifOutcomeUnknown) as IfUnknown,
		giveUpAfterMs: numberOption(options, giveUpAfter) * 60_000,
		dryRun: flagOption(options, dryRun),
		idempotencyKey: nameOption(parameters, idempotencyKey),
		campaign: nameOption(parameters, campaign),
		sendAgain: flagOption(options, sendAgain),
		senderChoice: choiceOption(options, senderChoice) as SenderChoice,
		/** How long typing shows before the message, 0 for as long as its text takes; none when the option is not there. */
		typingSeconds: showTypingFirst.name in options ? numberOption(options, showTypingFirst) : undefined,
		/** Seconds between two messages of a number on average; none when they go as fast as the service allows. */
		secondsBetween:
			choiceOption(options, pace) === 'likeAPerson' ? numberOption(options, secondsBetween) : undefined,
		mostPerNumber: mostPerNumberOption(options),
		hours: hoursOption(options),
		sendingAdvice: !(sendingAdvice.name in options) || flagOption(options, sendingAdvice),
	};
}

/** The options of one item, defaults filled in; times in the unit that the name says. */
export type DeliveryOptions = ReturnType<typeof deliveryOptions>;

/**
 * The options of a run: those of the first item whose options can be read. Where there is none, no request is made, and
 * the defaults stand for them.
 */
export function runOptions(run: NodeRun) {
	for (const index of run.items.keys()) {
		try {
			return ofRun(run.parameters(index).options());
		} catch {
			continue;
		}
	}
	return ofRun({});
}

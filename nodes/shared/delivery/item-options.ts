import { InvalidInput } from '../input/invalid-input';
import { plainObject } from '../input/values';
import {
	choiceOption,
	flagOption,
	numberOption,
	wholeNumberOption,
	type ItemParameters,
	type Options,
} from '../operation/parameters';
import {
	afterInterruptedRun,
	answerOnly,
	dryRun,
	giveUpAfter,
	idempotencyKey,
	ifOutcomeUnknown,
	lookupsPerMinute,
	messagesPerSecond,
	requestsAtOnce,
	senderChoice,
	showTypingFirst,
	tries,
	wholeResponse,
	type IfUnknown,
} from './delivery-options';
import { idempotencyKeyOf } from './idempotency-key';
import type { AfterInterruptedRun } from './ledger/execution-sends';
import { mostPerNumber, onlyAtTheseHours, pace, secondsBetween, sendingAdvice } from './list-options';
import type { NodeRun } from './node-run';
import type { SenderChoice } from './senders';
import { openingAt, sendingHours, type SendingHours } from './sending-hours';

/** How an item's message goes with others to many people. */
export interface ListOptions {
	/** Seconds between two messages of a number on average; none when they go as fast as the service allows. */
	secondsBetween?: number;
	/** Messages of a number in one run; none when there is no limit. */
	mostPerNumber?: number;
	/** When the recipient may get messages; none for at any time. */
	hours?: SendingHours;
	/** Whether the run says where it does not follow the advice that keeps numbers healthy. */
	sendingAdvice: boolean;
}

function hoursOption(options: Options): SendingHours | undefined {
	const remedy = 'Add the hours in the panel, or remove the option.';
	if (!(onlyAtTheseHours.name in options)) return undefined;
	const { hours } = plainObject('The option Only at These Hours', options[onlyAtTheseHours.name], remedy);
	if (hours === undefined) throw new InvalidInput('The option Only at These Hours has no hours', remedy);
	return sendingHours(plainObject('Hours', hours, remedy));
}

/** Reads these options. InvalidInput for a value that is none of those the panel offers. */
export function listOptions(options: Options): ListOptions {
	const isLikeAPerson = choiceOption(options, pace) === 'likeAPerson';
	return {
		...(isLikeAPerson && { secondsBetween: numberOption(options, secondsBetween) }),
		...(mostPerNumber.name in options && { mostPerNumber: wholeNumberOption(options, mostPerNumber) }),
		hours: hoursOption(options),
		sendingAdvice: !(sendingAdvice.name in options) || flagOption(options, sendingAdvice),
	};
}

/** Whether a message with these options may be left for a later run. */
export function isDeferrable({ hours, mostPerNumber }: DeliveryOptions): boolean {
	return hours !== undefined || mostPerNumber !== undefined;
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

/** The options of one item, defaults filled in. */
export interface DeliveryOptions extends ListOptions {
	wholeResponse: boolean;
	/** Whether sends give the answer alone, and not a row. */
	answerOnly: boolean;
	requestsAtOnce: number;
	tries: number;
	/** 0 means no limit. */
	lookupsPerMinute: number;
	/** 0 means no limit. */
	messagesPerSecond: number;
	ifUnknown: IfUnknown;
	/** How long the service may refuse everything of a rate, in milliseconds. */
	giveUpAfterMs: number;
	dryRun: boolean;
	senderChoice: SenderChoice;
	/** None when the option is not there. */
	idempotencyKey?: string;
	/** How long typing shows before the message, 0 for as long as its text takes; none when the option is not there. */
	typingSeconds?: number;
	after: AfterInterruptedRun;
}

/** The times for which messages may be deferred need runs that send the rest, unless the user chooses otherwise. */
function afterOption(options: Options): AfterInterruptedRun {
	const defers = mostPerNumber.name in options || onlyAtTheseHours.name in options;
	const preset: AfterInterruptedRun = defers ? 'everyRunSendsTheRest' : 'retrySendsTheRest';
	return choiceOption(options, { ...afterInterruptedRun, default: preset }) as AfterInterruptedRun;
}

/** The options that hold for a run as a whole. */
export type RunOptions = Pick<DeliveryOptions, 'requestsAtOnce' | 'after'>;

function ofRun(options: Options): RunOptions {
	return {
		requestsAtOnce: numberOption(options, requestsAtOnce, true),
		after: afterOption(options),
	};
}

/** Reads the options of one item. InvalidInput for a value that is none of those the panel offers. */
export function deliveryOptions(parameters: ItemParameters): DeliveryOptions {
	const options = parameters.options();
	const { name: key } = idempotencyKey;
	const isKeyed = key in options;
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
		idempotencyKey: isKeyed ? idempotencyKeyOf(options[key], parameters.storedOption(key)) : undefined,
		senderChoice: choiceOption(options, senderChoice) as SenderChoice,
		...(showTypingFirst.name in options && { typingSeconds: numberOption(options, showTypingFirst) }),
		...listOptions(options),
	};
}

const namesOfRun = [requestsAtOnce, afterInterruptedRun, mostPerNumber, onlyAtTheseHours].map(
	({ name }) => name,
);

function ofRunIn(parameters: ItemParameters): RunOptions | undefined {
	try {
		return ofRun(parameters.storedOptions(namesOfRun) ?? parameters.options());
	} catch {
		return undefined;
	}
}

/**
 * The options of a run: as they are stored where none of them holds an expression, else those of the first item whose
 * options can be read. Where there is none, no request is made, and the defaults stand for them.
 */
export function runOptions(run: NodeRun): RunOptions {
	for (const index of run.items.keys()) {
		const options = ofRunIn(run.parameters(index));
		if (options) return options;
	}
	return ofRun({});
}

import type { INodeProperties, INodePropertyOptions, IWebhookFunctions } from 'n8n-workflow';

import { keywordIn, optOutNames, typedWords, type Keyword } from '../shared/input/words';
import { optionsField, optOutWordsField } from '../shared/operation/options';
import { phoneNumbers } from '../shared/input/addresses';
import { flag, textList } from '../shared/input/values';
import { leasedNumbersField } from '../shared/panel/leased-numbers';
import { notice } from '../shared/panel/panel';
import { ItemParameters, RunParameters } from '../shared/parameters/parameters';
import { channelOptions } from '../shared/service/channels';
import { messageText, type EventKind, type ServiceEvent } from './service-event';
import { tapbackIn } from './tapback';

/** In the order of need, in which n8n lists the actions of a node. */
export const eventOptions: Array<INodePropertyOptions & { value: EventKind | 'any' }> = [
	{
		name: 'Message Received',
		value: 'messageReceived',
		action: 'On message received',
		description:
			'Somebody wrote to one of your numbers. STOP and the like start nothing here: choose Opt-Out for that.',
	},
	{
		name: 'Opt-Out',
		value: 'optOut',
		action: 'On opt-out',
		description: `Somebody wrote ${optOutNames}, and nothing else`,
	},
	{
		name: 'Opt-In',
		value: 'optIn',
		action: 'On opt-in',
		description:
			'Somebody wrote START, to get messages again; without this event, it counts as a message received',
	},
	{
		name: 'Question Answered',
		value: 'questionAnswered',
		action: 'On question answered',
		description: 'A message answered a question of Send and Wait for Response',
	},
	{
		name: 'Delivery Failed',
		value: 'deliveryFailed',
		action: 'On delivery failed',
		description: 'A message that you sent was not delivered',
	},
	{
		name: 'Delivery Confirmed',
		value: 'deliveryConfirmed',
		action: 'On delivery confirmed',
		description: 'A message that you sent was delivered',
	},
	{
		name: 'Sender Changed',
		value: 'senderChanged',
		action: 'On sender changed by the service',
		description: 'The service sent a message from another number than you asked for',
	},
	{
		name: 'Any Event',
		value: 'any',
		action: 'On any event',
		description: 'Every event, also of types that this node does not know',
	},
];

/** The header that a compatible deployment signs with (public material); other providers may name it differently. */
const signatureHeader = 'Contiguity-Signature';

const steps = [
	"In your provider's console, turn on webhook signing, and enter the secret as Webhook Secret in the credential.",
	'Publish this workflow.',
	"Register the production URL from Webhook URLs above in your provider's console.",
	'Write to one of your numbers: an execution starts.',
];

/** n8n's notices show links and lists, and no other HTML. */
const setUp = [
	'Set it up once, in four steps:',
	`<ul>${steps.map((step) => `<li>${step}</li>`).join('')}</ul>`,
	'To try it in the editor first, register the test URL instead: it takes one event each time you listen.',
].join('');

const options: INodeProperties[] = [
	{
		displayName: 'Answer Open Questions',
		name: 'answerOpenQuestions',
		type: 'boolean',
		default: true,
		description:
			'Whether what a person types answers the question that Send and Wait for Response asked them last (iMessage, SMS/RCS). The waiting execution goes on, and this workflow does not start. Whoever writes something else is asked again. May not be offered by every provider.',
	},
	{
		displayName: 'Channels',
		name: 'channels',
		type: 'multiOptions',
		options: channelOptions(),
		default: [],
		description: 'Only events of messages over these channels. Leave empty for all.',
	},
	{
		displayName: 'Download Attachments',
		name: 'downloadAttachments',
		type: 'boolean',
		default: true,
		description: 'Whether to add the files of a message as binary data, up to 50 MB together',
	},
	{
		displayName: 'Include Whole Event',
		name: 'includeWholeEvent',
		type: 'boolean',
		default: true,
		description: 'Whether to add the event as it came, as whole_event',
	},
	optOutWordsField,
	{
		displayName: 'Signature Header',
		name: 'signatureHeader',
		type: 'string',
		default: signatureHeader,
		description:
			'Header in which your provider signs its events. Change it if your provider documents another.',
	},
	{
		displayName: 'Start While a Question Is Open',
		name: 'startWhileOpen',
		type: 'boolean',
		default: true,
		displayOptions: { show: { answerOpenQuestions: [true] } },
		description:
			'Whether a message that does not answer an open question starts this workflow, too. Either way the person is asked again, three times at most; what they write after that starts it. What the workflow writes then ends the question in the chat; its link still works.',
	},
	{
		displayName: 'Wait for More (Seconds)',
		name: 'waitForMore',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 60 },
		default: 8,
		description:
			'How long to wait for further messages of the person (iMessage, SMS/RCS), so that several in a row are answered once. The last one brings all of them. May not be offered by every provider.',
	},
];

export const triggerFields: INodeProperties[] = [
	notice('setUpNotice', setUp),
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		noDataExpression: true,
		required: true,
		options: eventOptions,
		default: ['messageReceived'],
		description: 'Which events start the workflow',
	},
	leasedNumbersField({
		displayName: 'Your Numbers',
		name: 'numbers',
		hint: 'Optional. Leave empty for all your numbers.',
		description: 'Only events of these leased numbers',
	}),
	optionsField(options.map((option) => ({ ...option, noDataExpression: true }))),
];

/** What the panel of the trigger says. */
export type Panel = ReturnType<typeof panelOf>;

/** Reads the panel of a trigger. InvalidInput when a number is none. */
export function panelOf(trigger: Pick<IWebhookFunctions, 'getNode'>, read: (name: string) => unknown) {
	const parameters = new ItemParameters(new RunParameters(trigger.getNode().parameters, triggerFields), read);
	const options = parameters.options();
	return {
		events: textList('Events', parameters.raw('events')),
		numbers: phoneNumbers('Your Numbers', textList('Your Numbers', parameters.raw('numbers'))),
		channels: textList('Channels', options.channels),
		header: String(options.signatureHeader ?? '').trim() || signatureHeader,
		includesWhole: flag('Include Whole Event', options.includeWholeEvent),
		startsWhileOpen: flag('Start While a Question Is Open', options.startWhileOpen),
		answersQuestions: flag('Answer Open Questions', options.answerOpenQuestions),
		downloads: flag('Download Attachments', options.downloadAttachments),
		waitSeconds: Number(options.waitForMore ?? 0),
		optOutWords: typedWords('Opt-Out Words', options.optOutWords),
	};
}

function isListed({ events }: Panel, kind: EventKind | undefined): boolean {
	return events.includes('any') || (kind !== undefined && events.includes(kind));
}

/** The keyword that the trigger takes a text for: an opt-out always, an opt-in where it waits for those. */
export function ownKeyword(panel: Panel, text: string): Keyword | undefined {
	const keyword = keywordIn(text, panel.optOutWords);
	return keyword === 'optOut' || isListed(panel, keyword) ? keyword : undefined;
}

/** The event as the trigger names it: a message that opts out or in is no message received. */
export function namedEvent(panel: Panel, event: ServiceEvent): ServiceEvent {
	if (event.kind !== 'messageReceived') return event;
	return { ...event, kind: ownKeyword(panel, messageText(event.data)) ?? event.kind };
}

function isOfPlace({ numbers, channels }: Panel, { channel, data }: ServiceEvent): boolean {
	const own = [data.from, data.to, data.original_number, data.used_number];
	const isToItself = typeof data.from === 'string' && data.from === data.to;
	return (
		!isToItself &&
		(channels.length === 0 || channels.includes(channel)) &&
		(numbers.length === 0 || numbers.some((number) => own.includes(number)))
	);
}

/** Whether a message may answer a question: one over one of the channels, to one of the numbers, neither keyword nor tapback. */
export function mayAnswer(panel: Panel, event: ServiceEvent): boolean {
	const text = messageText(event.data);
	const isMessage = event.kind === 'messageReceived' && !keywordIn(text) && !tapbackIn(text);
	return panel.answersQuestions && isMessage && isOfPlace(panel, event);
}

/** Whether an event is one that the trigger waits for. */
export function isWanted(panel: Panel, event: ServiceEvent): boolean {
	return isListed(panel, event.kind) && isOfPlace(panel, event);
}

/**
 * The table of hostile inputs: values of parameters that must not be sent, and what the error of their item says. A
 * value that somebody thinks of later is one more row.
 */
import type { INodeParameters } from 'n8n-workflow';

import { leased } from '../support/leased-numbers';
import { severalNumbers, typed } from '../support/locators';
import { operations, type OfferedId } from '../support/operations';

/** Parameters of an operation that are valid, with everything in the panel that can be shown. */
export function goodParameters(operation: OfferedId): INodeParameters {
	const { parameters, everyField } = operations[operation];
	return { ...parameters, ...everyField };
}

/** A row of the table: parameters beside the good ones, and what the error of their item says. */
export interface HostileInput {
	name: string;
	operation: OfferedId;
	parameters: INodeParameters;
	error: RegExp;
}

function row(name: string, operation: OfferedId, parameters: INodeParameters, error: RegExp): HostileInput {
	return { name, operation, parameters, error };
}

function message(name: string, parameters: INodeParameters, error: RegExp): HostileInput {
	return row(name, 'sendImessage', parameters, error);
}

const many = 200_000;
const picture = 'https://example.com/picture.jpg';

const options = (values: INodeParameters) => ({ options: values });
const ofEmoji = (customEmoji: string) => ({ channel: 'whatsapp', reaction: 'custom', customEmoji });

/** The table: numbers, addresses, bounds, choices, settings, shapes. */
export const hostileInputs: HostileInput[] = [
	message('no country code', { to: '(202) 555-0110' }, /^To has no country code/),
	message('a zero in brackets', { to: '+44 (0)20 7946 0958' }, /^To has a zero in brackets/),
	...[
		{ number: '+442079460958.0', fault: 'is not a phone number' },
		{ number: '+4402079460958', fault: 'has a zero after the country code' },
	].flatMap(({ number, fault }) =>
		(
			[
				['sendImessage', { to: number }, 'To'],
				['sendImessage', { to: number, options: { dryRun: true } }, 'To'],
				['sendImessage', { from: number }, 'From'],
				['sendImessage', { fallbackFrom: number }, 'Fallback From'],
				['sendWhatsapp', { to: number }, 'To'],
				['sendText', { to: number }, 'To'],
				['reply', { to: number }, 'Reply To'],
				['lookUpNumber', { number }, 'Phone Number'],
				['checkImessageAvailability', { to: number }, 'Phone Number or Email'],
				['checkFaceTimeAvailability', { to: number }, 'Phone Number or Email'],
				['getConversation', { to: number }, 'To'],
				['configureNumber', { number: typed(number) }, 'Your Number'],
				[
					'configureNumber',
					{ failover: 'selected', selectedNumbers: severalNumbers(number) },
					'Selected Numbers',
				],
				['disableCallForwarding', { options: { forwardTo: number } }, 'The option Forward To'],
			] as const
		).map(([operation, parameters, field], index) =>
			row(
				`${number}, ${index}: ${field} of ${operation}`,
				operation,
				parameters,
				new RegExp(`^${field} ${fault}: "${number.replace(/[+.]/g, '\\$&')}"$`),
			),
		),
	),
	...(['sendImessage', 'checkImessageAvailability', 'checkFaceTimeAvailability'] as const).map((operation) =>
		row(
			`an address of WhatsApp for ${operation}`,
			operation,
			{ to: '5511999990000@c.us', address: '5511999990000@c.us' },
			/is an address inside WhatsApp: "5511999990000@c.us"/,
		),
	),
	message('brackets without end', { to: '('.repeat(many) }, /^To is not a phone number/),
	message('digits without end', { to: `+${'1'.repeat(many)}` }, /^To is not a phone number/),
	row(
		'a locator around a list',
		'getCallForwarding',
		{ number: typed('={{ [1, 2] }}') },
		/^Your Number is not a text/,
	),

	message('NUL in an email address', { to: 'ada\0@example.com' }, /^To is not an email.*\\u0000/),
	message('an email address that turns around', { to: 'ada\u202e@example.com' }, /\\u202e/),
	message('dashes without end', { to: `a@${'a-'.repeat(many)}` }, /^To is not an email/),
	message('an attachment by another scheme', { attachments: ['file:///etc/passwd.txt'] }, /not an HTTPS/),
	message(
		'slashes without end in an attachment',
		{ attachments: [`https://a.example${'/'.repeat(many)}`] },
		/no file extension/,
	),
	row(
		'an email address over WhatsApp',
		'sendWhatsapp',
		{ to: 'ada@example.com' },
		/^To is not a phone number/,
	),
	row('half an address', 'checkFaceTimeAvailability', { to: 'a@b' }, /^Phone Number or Email is not/),
	row('a name as address', 'checkImessageAvailability', { to: 'x' }, /^Phone Number or Email is not/),
	message('a fallback from nowhere', { fallbackFrom: 'x' }, /^Fallback From is not/),
	row(
		'forwarding to nowhere',
		'disableCallForwarding',
		options({ forwardTo: 'x' }),
		/^The option Forward To/,
	),
	row('an invisible entitlement', 'applyForEntitlement', { name: 'lease\u200b' }, /invisible character/),

	row('an entitlement without a value', 'applyForEntitlement', { name: '#N/A' }, /has #N\/A in place of/),
	row(
		'lookups beyond memory',
		'lookUpNumber',
		options({ lookupsPerMinute: 4e8 }),
		/Lookups per Minute is 400000000/,
	),
	message('messages beyond measure', options({ messagesPerSecond: 1e9 }), /Messages per Second is/),
	message('a rate below zero', options({ messagesPerSecond: -1 }), /Messages per Second is -1/),
	row('a list of nothing', 'listLeasedNumbers', { limit: 0 }, /^Limit is 0/),
	message('eleven attachments', { attachments: Array<string>(11).fill(picture) }, /11 addresses.*at most 10/),

	message('hours of BST', options({ onlyAtTheseHours: { hours: { timeZone: 'BST' } } }), /^Time Zone is "/),
	message(
		'blanks without end between addresses',
		{ attachments: [`${picture}${' '.repeat(many)}x`] },
		/^Attachment 1 has a space/,
	),
	message('half an emoji alone', { message: '={{ "🎉".slice(0, 1) }}' }, /^Message is empty$/),
	message('a switch by a word', options({ dryRun: '={{ "no" }}' }), /Dry Run is neither true nor false/),
	message('an effect that is none', { effect: 'sparkle' }, /^Effect is "sparkle"/),
	row(
		'a failover for itself',
		'configureNumber',
		{ number: leased.imessage, failover: 'selected', selectedNumbers: severalNumbers(leased.imessage) },
		/^Selected Numbers has Your Number itself/,
	),
	row(
		'calls forwarded to the number itself',
		'enableCallForwarding',
		{ number: leased.imessage, forwardTo: '+1 (212) 555-0102' },
		/^Forward To is Your Number itself: "\+12125550102"$/,
	),
	message('a condition of WhatsApp', { imessageFallbackWhen: ['whatsapp_fails'] }, /Fall Back When/),
	message('no condition', { imessageFallbackWhen: '={{ [] }}' }, /^Fall Back When is empty/),
	row('an emoji of blanks', 'react', ofEmoji(' '), /^Custom Emoji has no visible character/),
	row('an empty emoji', 'react', ofEmoji(''), /^Custom Emoji is empty/),
	...[' \t ', '\u200b', '\u2800\n', '\u00ad\u200e', '\0'].map((text) =>
		message(
			`nothing visible: ${JSON.stringify(text)}`,
			{ message: text },
			/^Message has no visible character/,
		),
	),
	message('no content', { message: '', attachments: [] }, /^Message and Attachments are empty/),
	message(
		'query parameters without end in an attachment',
		{ attachments: [`https://a.example/${'?a=./&'.repeat(many)}`] },
		/has no file extension/,
	),
	row('attachments alone', 'sendWhatsapp', { message: '={{ "" }}' }, /^Message is empty/),
	...[
		{ imessage: '={{ false }}', missing: 'iMessage Availability' },
		{ facetime: '={{ false }}', missing: 'FaceTime Availability' },
	].map(({ missing, ...flag }) =>
		row(
			`a risk without ${missing}`,
			'lookUpNumber',
			flag,
			new RegExp(`^Risk Scoring .* also needs ${missing}$`),
		),
	),

	message(
		'a time limit without end',
		{ requestOptions: { timeout: Infinity } },
		/^Request Options → Timeout is/,
	),
	message(
		'a pause that no timer knows',
		{ requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 1e12 } } } },
		/^Request Options → Batch Interval is 1000000000000/,
	),

	message(
		'a list that is a map',
		{ attachments: '={{ new Map([[1, 2]]) }}' },
		/^Attachments holds something/,
	),
	message('a number that is a date', { to: '={{ new Date() }}' }, /^To is not a text/),
	message('a text that is an object', { message: '={{ ({ a: 1 }) }}' }, /^Message is not a text/),
	message('a pool with a hole', { from: '={{ [$json.a, "+1"] }}' }, /^From \(entry 1\) has an expression/),
	message(
		'hours in a circle',
		options({
			onlyAtTheseHours: { hours: { timeZone: '={{ (() => { const a = {}; a.a = a; return a; })() }}' } },
		}),
		/^Options has an expression that cannot be evaluated/,
	),
	message('a node that does not exist', { message: "={{ $('Nope').item.json.x }}" }, /cannot be evaluated/),
];

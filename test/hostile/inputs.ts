/**
 * The table of hostile inputs: values of parameters that must not be sent, and what the error of their item says. A
 * value that somebody thinks of later is one more row.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { leased } from '../support/leased-numbers';
import { severalNumbers, typed } from '../support/locators';
import { operations, type OfferedId } from '../support/operations';

/** Parameters of an operation that are valid, with everything in the panel that can be shown. */
export function goodParameters(operation: OfferedId): INodeParameters {
	const { parameters, everyField } = operations[operation];
	return { ...parameters, ...everyField };
}

/** A row of the table: parameters beside the good ones, the item they meet, and what its error says. */
export interface HostileInput {
	name: string;
	operation: OfferedId;
	parameters: INodeParameters;
	item?: IDataObject;
	error: RegExp;
}

function row(
	name: string,
	operation: OfferedId,
	parameters: INodeParameters,
	error: RegExp,
	item?: IDataObject,
): HostileInput {
	return { name, operation, parameters, error, item };
}

const many = 200_000;

const options = (values: INodeParameters) => ({ options: values });
const advanced = (values: INodeParameters) => ({ advancedOptions: values });

const numbers: HostileInput[] = [
	row('no country code', 'sendImessage', { to: '(202) 555-0110' }, /^To has no country code/),
	row(
		'a zero in brackets',
		'lookUpNumber',
		{ number: '+44 (0)20 7946 0958' },
		/^Phone Number has a zero in brackets/,
	),
	row('letters', 'enableCallForwarding', { enableTo: '+1 202 555 CALL' }, /^Forward To is not an E.164/),
	row('two numbers in one', 'sendWhatsapp', { to: '+12025550110/+12025550111' }, /^To is not an E.164/),
	row('a number that turns around', 'sendImessage', { to: '+1202\u202e5550110' }, /^To is not.*\\u202e/),
	row('brackets without end', 'sendImessage', { to: '('.repeat(many) }, /^To is not an E.164/),
	row('seven digits after +1', 'sendImessage', { to: '+1 555-0110' }, /^To has 7 digits after \+1, not 10/),
	row(
		'the 1 twice',
		'lookUpNumber',
		{ number: '+1 1 202 555 0110' },
		/^Phone Number has 11 digits after \+1/,
	),
	row('digits without end', 'sendImessage', { to: `+${'1'.repeat(many)}` }, /^To is not an E.164/),
	row(
		'a number of the pool',
		'sendImessage',
		{ from: `${leased.imessage}, 555` },
		/^From \(number 2\) has no country/,
	),
	row(
		'a number in a locator',
		'getCallForwarding',
		{ number: typed('555') },
		/^Your Number has no country code/,
	),
	row('an empty locator', 'getCallForwarding', { number: typed('={{ "" }}') }, /^Your Number is empty/),
	row(
		'a locator around a list',
		'getCallForwarding',
		{ number: typed('={{ [1, 2] }}') },
		/^Your Number is not a text/,
	),
	row(
		'a locator around nothing',
		'sendImessage',
		{ from: typed('={{ $json.from }}') },
		/^From is an expression that has no value/,
	),
	row(
		'one of several numbers',
		'configureNumber',
		{ selectedNumbers: severalNumbers(leased.imessage, '555') },
		/^Selected Numbers \(number 2\) has no country code/,
	),
	row(
		'one of several numbers by an expression',
		'configureNumber',
		{ selectedNumbers: severalNumbers(leased.imessage, '={{ $json.number }}') },
		/^Selected Numbers \(entry 2\) is an expression that has no value/,
	),
	row(
		'numbers without one',
		'configureNumber',
		{ selectedNumbers: { entries: [] } },
		/^Selected Numbers is empty/,
	),
];

const addresses: HostileInput[] = [
	row('NUL in an email address', 'sendImessage', { to: 'ada\0@example.com' }, /^To is not an email.*\\u0000/),
	row('a filler in an email address', 'sendImessage', { to: 'ada\u3164@example.com' }, /\\u3164/),
	row('a joiner in an email address', 'sendImessage', { to: 'ada\u034f@example.com' }, /\\u034f/),
	row('half a character in an email address', 'sendImessage', { to: 'ada\ud800@example.com' }, /\\ud800/),
	row('an email address that turns around', 'sendImessage', { to: 'ada\u202e@example.com' }, /\\u202e/),
	row(
		'a header in an email address',
		'checkFaceTimeAvailability',
		{ to: 'a@b.co\r\nX: y' },
		/is not an email/,
	),
	row('dashes without end', 'sendImessage', { to: `a@${'a-'.repeat(many)}` }, /^To is not an email/),
	row(
		'an attachment by another scheme',
		'sendImessage',
		{ attachments: ['file:///etc/passwd.txt'] },
		/not an HTTPS/,
	),
	row(
		'NUL in an attachment',
		'sendImessage',
		{ attachments: ['https://a.example/a\0.jpg'] },
		/invisible character/,
	),
	row(
		'an attachment that turns around',
		'sendImessage',
		{ attachments: ['https://a.example/\u202egpj.exe'] },
		/invisible character/,
	),
	row(
		'slashes without end in an attachment',
		'sendImessage',
		{ attachments: [`https://a.example${'/'.repeat(many)}`] },
		/no file extension/,
	),
	row('a path as entitlement', 'applyForEntitlement', { name: '..' }, /cannot stand in an address/),
	row('half a character', 'applyForEntitlement', { name: 'a\ud800' }, /invisible character/),
	row('an invisible entitlement', 'applyForEntitlement', { name: 'lease\u200b' }, /invisible character/),
];

const switches: HostileInput[] = [
	row(
		'a switch by an empty text',
		'sendImessage',
		options({ dryRun: '={{ "" }}' }),
		/Dry Run is neither true nor false/,
	),
	row(
		'a switch by a word',
		'sendImessage',
		options({ dryRun: '={{ "no" }}' }),
		/Dry Run is neither true nor false/,
	),
	row('a switch by zero', 'sendImessage', { fallback: '={{ 0 }}' }, /Fall Back to SMS\/RCS is neither/),
	row(
		'a switch with a blank',
		'sendImessage',
		{ fallback: '={{ $json.f }} ' },
		/is an expression that has no value/,
	),
];

const bounds: HostileInput[] = [
	row(
		'lookups beyond memory',
		'lookUpNumber',
		options({ lookupsPerMinute: 4e8 }),
		/Lookups per Minute is 400000000/,
	),
	row(
		'messages beyond measure',
		'sendImessage',
		options({ messagesPerSecond: 1e9 }),
		/Messages per Second is/,
	),
	row('requests beyond sockets', 'sendImessage', advanced({ requestsAtOnce: 1e7 }), /Requests at Once is/),
	row('tries without end', 'lookUpNumber', advanced({ tries: 1e9 }), /Tries per Request is/),
	row('a rate below zero', 'sendImessage', options({ messagesPerSecond: -1 }), /Messages per Second is -1/),
	row(
		'a rate in hexadecimal',
		'sendImessage',
		options({ messagesPerSecond: '0x10' }),
		/Messages per Second is "0x10"/,
	),
	row(
		'infinitely many',
		'sendImessage',
		advanced({ requestsAtOnce: '={{ Infinity }}' }),
		/Requests at Once is null/,
	),
	row(
		'a choice that is none',
		'sendImessage',
		options({ ifOutcomeUnknown: 'always' }),
		/Unknown is "always"/,
	),
];

const settings: HostileInput[] = [
	row(
		'a time limit that is a word',
		'sendImessage',
		{ requestOptions: { timeout: 'abc' } },
		/^Request Options → Timeout is "abc"/,
	),
	row(
		'a time limit without end',
		'sendImessage',
		{ requestOptions: { timeout: Infinity } },
		/^Request Options → Timeout is/,
	),
	row(
		'a pause that no timer knows',
		'sendImessage',
		{ requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 1e12 } } } },
		/^Request Options → Batch Interval is 1000000000000/,
	),
];

const shapes: HostileInput[] = [
	row(
		'a list that is a map',
		'sendImessage',
		{ attachments: '={{ new Map([[1, 2]]) }}' },
		/^Attachments holds something/,
	),
	row(
		'a list that is bytes',
		'sendImessage',
		{ attachments: '={{ new Uint8Array(3) }}' },
		/^Attachments holds something/,
	),
	row('a number that is a date', 'sendImessage', { to: '={{ new Date() }}' }, /^To is not a text/),
	row('a text that is an object', 'sendImessage', { message: '={{ ({ a: 1 }) }}' }, /^Message is not a text/),
	row(
		'a text that is NaN',
		'sendImessage',
		{ message: '={{ 3 * "x" }}' },
		/^Message is an expression that has no value/,
	),
	row(
		'a list with a hole',
		'sendImessage',
		{ attachments: '={{ [$json.a] }}' },
		/^Attachments \(entry 1\) is an expr/,
	),
	row(
		'a pool with a hole',
		'sendImessage',
		{ from: '={{ [$json.a, "+1"] }}' },
		/^From \(entry 1\) is an expression/,
	),
	row(
		'further fields that are a date',
		'sendImessage',
		advanced({ furtherFields: '={{ new Date() }}' }),
		/^Further Body Fields is not a JSON object/,
	),
	row(
		'further fields in a circle',
		'sendImessage',
		advanced({ furtherFields: '={{ (() => { const a = {}; a.a = a; return a; })() }}' }),
		/^Advanced Options has an expression that cannot be evaluated/,
	),
	row(
		'further fields that replace the recipient',
		'sendImessage',
		advanced({ furtherFields: '{"to":"x"}' }),
		/names "to"/,
	),
	row(
		'a node that does not exist',
		'sendImessage',
		{ message: "={{ $('Nope').item.json.x }}" },
		/cannot be evaluated/,
	),
	row('an expression that is none', 'sendImessage', { message: '={{ nonsense( }}' }, /cannot be evaluated/),
];

/** The table. */
export const hostileInputs: HostileInput[] = [
	...numbers,
	...addresses,
	...switches,
	...bounds,
	...settings,
	...shapes,
];

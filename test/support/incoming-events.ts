import type { WebhookEvent } from '../../simulator/records';
import { newEventId, signature, signatureHeader } from '../../simulator/webhook-events';
import { apart } from './apart';

/** An event of the service, of a message over iMessage unless told. */
export function eventOf(data: Record<string, unknown> = {}, type = 'imessage.incoming'): WebhookEvent {
	return {
		id: newEventId(),
		type,
		timestamp: 1_790_000_000,
		api_version: 'v2025.12.10',
		data: {
			from: '+12025550123',
			to: '+14155550100',
			body: 'Hello',
			timestamp: 1_790_000_001,
			attachments: [],
			...data,
		},
	};
}

/** What people write alone: spellings of words that opt out, as phones and people write them, of those that opt in, and of neither. */
export const keywords = {
	optOut: [
		...apart(
			'STOP | stop | Stop… | STOP, | STOP 🙏🏽 | “Stop” | «Stop» | *STOP* | ＳＴＯＰ | ST\u200bOP',
			'STOP\ufffc | S.T.O.P. | STOP-ALL | QUIT | END | revoke | OPT OUT | opt-out | OptOut | Cancel',
			'Unsubscribe! | STOP\n\nSent from my iPhone | STOP\r\n\r\nAda Lovelace | STOP\n-- \nAda',
			'Stop.\nGet Outlook for iOS | STOP STOP | stop, stop! | Stop.\nStop.\nSTOP!!!',
			'STOP ALL, stop all | Opt-out! Opt out! | Stóp | ŠTOP',
		),
	],
	optIn: ['START', 'start!', '“Unstop”', 'ＳＴＡＲＴ', 'Start\n\nSent from my iPhone', 'start start'],
	neither: [
		...apart(
			'Stop by at 8 | Stop\nSend it back | Please stop by | Non-stop | Cancel\n- the chairs | No',
			'Hello\n\nSTOP | Hello\n-- \nSTOP | revoked | please stop calling at noon | Stop, go',
			'Stop. Start. | Stopstop | Non-stop stop | . | 👍 | 🏽 | \u200b | \ufffc',
		),
		'',
		`Stop${' and go'.repeat(100)}`,
	],
};

const minute = 60_000;

/** Headers that are no signature of a body: what is wrong with them, and the headers. */
export function wrongSignatures(body: string): Array<[string, Record<string, string | string[]>]> {
	const good = signature(body);
	const [time = '', hex = ''] = good.split(',');
	const earlier = String(Number(time.slice(2)) - 1);
	const wrong: Array<[string, string | string[]]> = [
		['another secret', signature(body, 'whsec_other')],
		['another body', signature(`${body} `)],
		['another time', `t=${earlier},${hex}`],
		['replayed after five minutes', signature(body, undefined, Date.now() - 6 * minute)],
		['five minutes ahead', signature(body, undefined, Date.now() + 6 * minute)],
		['two headers', [good, good]],
		['upper case', `${time},v1=${hex.slice(3).toUpperCase()}`],
		['two of other secrets', `${signature(body, 'whsec_other')},${hex.slice(0, -1)}`],
		['one that is right and one that is cut', `${good},${hex.slice(0, -1)}`],
		['more than ten', `${good}${`,${hex}`.repeat(10)}`],
		['v1 cut', good.slice(0, -1)],
		['another order', `${hex},${time}`],
		['nothing in it', ''],
	];
	return [
		['no header', {}],
		['another header', { 'X-Signature': good }],
		...wrong.map(([name, value]): [string, Record<string, string | string[]>] => [
			name,
			{ [signatureHeader]: value },
		]),
	];
}

/** More histories of one node, as in histories.ts. */
import {
	campaign,
	dayMs,
	failsInPart,
	key,
	killed,
	manual,
	manualNone,
	pool,
	recipients,
	retry,
	retryLast,
	retryNone,
	sendAgain,
	sendAgainIfUnknown,
	otherToken,
	stops,
	trigger,
	triggerNone,
	two,
	written,
	type Common,
	type History,
} from './histories';

const sameKey = { idempotencyKey: 'spring' };
const order = (number: number) => ({ idempotencyKey: `order ${number}` });
const dryRun = { dryRun: true };
const ofOther = { reason: /^The idempotency key stands for a message to another recipient/ };

/** The list of {@link failsInPart} with another number for the last one. */
const mended = [...recipients(5), { to: '+12025550170' }];

const changes: Array<[change: string, before: Common, after: Common]> = [
	['From is another pool', { parameters: pool }, { parameters: { from: '+12125550103, +13125550104' } }],
	['a campaign is added', {}, { options: campaign }],
	['a campaign is renamed', { options: campaign }, { options: { campaign: 'summer' } }],
	['a campaign is removed', { options: campaign }, {}],
	['Send Again is added', { options: campaign }, { options: { ...campaign, ...sendAgain } }],
	['a key is added', {}, { options: key }],
];

const withChanges: History[] = [
	...changes.map(([change, before, after]): History => [
		`${change}: Retry makes no new message of what is sent`,
		[
			{ ...failsInPart, ...before },
			{ ...retryLast, ...after },
		],
		{ settings: stops },
	]),
	[
		'a Retry with another base URL sends the rest',
		[
			{ ...failsInPart, kill: 'inLaterNode' },
			{ ...retryLast, elsewhere: true },
		],
	],
	[
		'a Retry on the next day knows what had left, and a manual list after it does not say when',
		[
			{ ...failsInPart, kill: 'inLaterNode' },
			{
				...retryLast,
				passesMs: dayMs,
				earlier: /^Accepted since the execution began yesterday at \d\d:\d\d$/,
			},
			{ ...manualNone, list: recipients(5), earlier: null },
		],
	],
	[
		'a list with a daily text fails in part and is mended: a run by hand sends what was mended, Retry what still fails, and the next list goes to all',
		[
			{ ...trigger, list: recipients(6) },
			{ ...failsInPart, settings: stops },
			{ ...manual, list: mended, sends: [5] },
			{
				...retryNone,
				of: 1,
				list: recipients(6),
				refused: [5],
				hints: [/^5 accepted earlier, 1 failed .* also manually/],
			},
			{ ...manualNone, list: mended },
			{ ...trigger, list: mended },
		],
	],
	[
		'two rows to one person, the first one without a text until that is fixed: Retry sends it alone',
		[
			{ ...trigger, parameters: { message: '={{ $json.text }}' }, sends: [1], texts: ['Second'] },
			{ ...retry, parameters: { message: '={{ $json.text ?? "First" }}' }, sends: [0], texts: ['First'] },
		],
		{ list: [{ to: '+1 202-555-0160' }, { to: '+12025550160', text: 'Second' }], settings: stops },
	],
	[
		'a row of a dry run without a value keeps its place when it has one: Retry sends no other one again',
		[
			{ ...trigger, parameters: { message: '=Hi {{ $json.name }}' }, sends: [1], texts: ['Hi Ada'] },
			{ ...retryNone, parameters: { message: '=Hi {{ $json.name ?? "there" }}' } },
		],
		{
			list: [
				{ to: '+12025550160', dry: true },
				{ to: '+12025550160', dry: false, name: 'Ada' },
				{ to: 'wrong', dry: false, name: 'Bob' },
			],
			options: { dryRun: '={{ $json.dry }}' },
			settings: stops,
		},
	],
];

const withKeys: History[] = [
	[
		'is sent by one execution, and told as sent by the next, with the number that it came from',
		[{ ...trigger, told: 'accepted' }, triggerNone],
		{ options: key, parameters: pool },
	],
	['is known whatever access token is used', [trigger, { ...triggerNone, ...otherToken }], { options: key }],
	[
		'counts for one base URL: what another service accepted does not count',
		[trigger, { ...trigger, elsewhere: true }],
		{ options: key },
	],
	...[false, true].map((isAgain): History => [
		`stands for another recipient, in this execution or before (Send Again: ${isAgain})`,
		[
			{ ...trigger, options: { sendAgain: isAgain }, sends: [0], told: ['accepted', 'failed'], ...ofOther },
			{ ...triggerNone, told: ['earlier', 'failed'], ...ofOther },
		],
		{ list: two, options: sameKey },
	]),
	[
		'stands for the recipient of an earlier round of a loop',
		[{ ...trigger, sends: [2], told: ['accepted', 'failed', 'failed', 'failed'] }],
		{ ...written('+12025550160', 'wrong', '+12025550161', 'wrong'), options: sameKey, inRounds: true },
	],
	[
		'stands for its recipient also where a campaign has left the message out',
		[
			{ ...trigger, options: order(1) },
			{ ...triggerNone, options: order(2) },
			{ ...triggerNone, options: order(2) },
		],
		{ list: recipients(1), options: campaign },
	],
	[
		'that was sent leaves no trace of a campaign in a dry run',
		[
			{ ...trigger, options: order(1) },
			{ ...triggerNone, options: { ...order(1), ...campaign, ...dryRun } },
			{ ...trigger, options: campaign },
		],
		{ list: recipients(1) },
	],
	[
		'of a campaign is the same with blanks around its name',
		[
			{ ...trigger, options: campaign },
			{ ...triggerNone, options: { campaign: 'spring ' } },
		],
	],
];

const withDryRuns: History[] = [
	[
		'tells what the run itself does: of a key of another recipient',
		[
			{ ...trigger, list: two.slice(1) },
			{ ...triggerNone, options: dryRun, told: ['failed', 'earlier'] },
			{ ...triggerNone, told: ['failed', 'earlier'] },
		],
		{ list: two, options: sameKey },
	],
];

const withoutRecord: History[] = [
	[
		'a run is sent, and says so; its Retry sends nothing',
		[
			{ ...trigger, database: 'full', hints: [/^This run is not recorded.*The database is full$/] },
			{ ...retryNone, told: 'earlier' },
		],
	],
	[
		'one is refused by the service as well: Retry sends that message alone',
		[{ ...failsInPart, database: 'full' }, retryLast],
		{ settings: stops },
	],
	[
		'a Retry sends nothing, also with Send Again If Unknown, and the next one sends the rest',
		[killed, { ...retryNone, database: 'full', told: 'unknown', options: sendAgainIfUnknown }, retry],
		{ list: recipients(30) },
	],
	[
		'a message with a key is not sent',
		[
			{
				...triggerNone,
				database: 'full',
				told: 'failed',
				reason: /^The idempotency key or campaign could not/,
			},
		],
		{ options: key },
	],
	[
		'what it did not take is recorded when it is back: Retry sends the rest',
		[{ ...killed, database: 'away', kill: { accepted: 14 } }, retry],
		{ list: recipients(20) },
	],
	[
		'what left meanwhile is recorded when it is back: Retry sends the rest',
		[{ ...trigger, database: 'gone', kill: 'inLaterNode' }, retryNone],
	],
	[
		'what was accepted before it stood still is told so, also with Send Again If Unknown',
		[trigger, { ...triggerNone, database: 'slow' }],
		{ list: recipients(3), options: { ...key, ...sendAgainIfUnknown } },
	],
];

/** Histories of keys, of what was changed, and of a database that fails, in groups. */
export const furtherHistories: Array<[group: string, histories: History[]]> = [
	['after the first try', withChanges],
	['a key', withKeys],
	['a dry run of a key', withDryRuns],
	['where n8n does not record', withoutRecord],
];

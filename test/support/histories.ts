/**
 * Histories of one node: how its runs begin and end, and who gets what by each of them, as docs/delivery.md promises. Data
 * alone: test/nodes/histories.test.ts plays them in n8n's engine. A history that somebody thinks of later is one more row.
 */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

/**
 * Where n8n is killed: at one of the writes to its database, counted from the start of the run, once the service has
 * accepted so many messages, or after the node has ended.
 */
export type Kill = { write?: number; when?: 'before' | 'after'; accepted?: number } | 'inLaterNode';

/** One run of the node. Messages are named by their positions in the list. */
export interface Step {
	run: 'trigger' | 'manual' | 'subWorkflow' | 'retry';
	/** Of a Retry: the step whose execution it repeats, if not the last one before it. */
	of?: number;
	/**
	 * What reaches people by this run. `all`: each message of the list. `rest`: each that no run has sent; what is told as unknown
	 * may have been. `rest, unknown again`: the same, and what is in doubt perhaps once more. `some`: what no run has sent, or a
	 * part of it. Else these messages.
	 */
	sends: 'all' | 'rest' | 'rest, unknown again' | 'none' | 'some' | number[];
	/** The texts that it sends, in their order. */
	texts?: string[];
	kill?: Kill;
	/** Stops the execution as a user does, once so many messages were accepted. */
	stopAfter?: number;
	/** Messages whose recipient the service refuses in this run, always or once. */
	refused?: number[];
	refusedOnce?: number[];
	/** Messages whose recipient it refuses once in this run because of their rate. */
	busy?: number[];
	/** Messages that it sends in this run, but does not answer. */
	unanswered?: number[];
	/** n8n's database takes nothing, nothing for some seconds or before ten messages were accepted, or stands still once. */
	database?: 'full' | 'away' | 'gone' | 'slow';
	/** How much time has passed before it; below 0, the clock was set back. */
	passesMs?: number;
	list?: IDataObject[];
	/** What differs from a plain iMessage. */
	parameters?: INodeParameters;
	options?: INodeParameters;
	settings?: Partial<INode>;
	token?: string;
	/** Whether the service has another base URL, as after the simulator. */
	elsewhere?: boolean;
	/** What the rows say: `earlier`, or a status; one word for all, or one for each. */
	told?: string | string[];
	/** What the reasons of failed rows say. */
	reason?: RegExp;
	/** When rows that were sent earlier say that they were accepted; null, where nobody knows. */
	earlier?: RegExp | null;
	/** Whether it may say instead that a list has not ended, and send nothing. */
	mayBeHeld?: boolean;
	/** How many rows are unknown at most. */
	unknownAtMost?: number;
	hints?: Array<string | RegExp>;
	/** What the error of the run says, with its description. */
	error?: RegExp;
}

/** What all steps of a history have in common; by default, a list of twelve people. */
export type Common = Pick<Step, 'list' | 'parameters' | 'options' | 'settings'> & {
	/** Whether the node runs twice, with half of the messages each time, as in a loop. */
	inRounds?: boolean;
};

export type History = [name: string, steps: Step[], common?: Common];

/** So many people of a list. */
export function recipients(count: number): Array<{ to: string }> {
	return Array.from({ length: count }, (_, index) => ({ to: `+12025550${160 + index}` }));
}

export const dayMs = 24 * 60 * 60_000;

export const trigger: Step = { run: 'trigger', sends: 'all' };
export const triggerRest: Step = { run: 'trigger', sends: 'rest' };
export const triggerNone: Step = { run: 'trigger', sends: 'none', told: 'earlier' };
export const manual: Step = { run: 'manual', sends: 'all' };
export const manualRest: Step = { run: 'manual', sends: 'rest' };
export const manualNone: Step = { run: 'manual', sends: 'none', told: 'earlier' };
export const retry: Step = { run: 'retry', sends: 'rest' };
export const retryNone: Step = { run: 'retry', sends: 'none' };
/** A list of a trigger, in the middle of which n8n is killed. */
export const killed: Step = { run: 'trigger', kill: { accepted: 5 }, sends: 'some' };
/** A list of six people, of which everything but the last message is accepted; and a Retry that sends that. */
export const failsInPart: Step = {
	run: 'trigger',
	list: recipients(6),
	refused: [5],
	sends: [0, 1, 2, 3, 4],
};
export const retryLast: Step = { run: 'retry', list: recipients(6), sends: [5] };
const manualLast: Step = { run: 'manual', list: recipients(6), sends: [5] };

export const two = recipients(2);
export const same = (count: number): Common => ({
	list: Array<IDataObject>(count).fill({ to: '+12025550160' }),
});
export const key = { idempotencyKey: '={{ $json.to }}' };
export const campaign = { campaign: 'spring' };
export const sendAgain = { sendAgain: true };
export const sendAgainIfUnknown = { sendAgainIfUnknown: true };
export const otherToken = { token: 'demo-token-no-fast-track' };
export const stops: Partial<INode> = { onError: 'stopWorkflow' };
const retryOnFail: Partial<INode> = { ...stops, retryOnFail: true, maxTries: 2, waitBetweenTries: 1000 };
const mayHaveBeenSent = { error: /may have sent this message already/ };
const notEnded =
	/^A list that this workflow's trigger started has not ended, so nothing was sent \(begun today at \d\d:\d\d\)$/;
const howToSendAgain =
	'12 accepted earlier. What this node sent manually today or yesterday, or with the same key or campaign, is not sent again. To send it again, turn on Send Again in Options.';
const alsoManually =
	'6 accepted earlier. What was accepted earlier, also manually since the execution began, is not sent again.';
export const pool = { from: '+14155550100, +14155550101, +12125550102' };

const signedLink = (signature: string, name = 'menu') => ({
	attachments: `https://files.example.com/${name}.jpg?X-Amz-Date=${signature}&X-Amz-Signature=${signature}`,
});

/** Emails of a list in other letters. */
export const written = (...to: string[]) => ({ list: to.map((address) => ({ to: address })) });

const afterKills: History[] = [
	['with keys, the next run of a trigger sends the rest', [killed, triggerRest], { options: key }],
	['with a campaign, a run of a trigger sends the rest', [killed, triggerRest], { options: campaign }],
	[
		'with keys and Send Again If Unknown, the next run sends the rest, and again what is in doubt',
		[killed, { ...trigger, sends: 'rest, unknown again' }],
		{ options: { ...key, ...sendAgainIfUnknown } },
	],
	['Retry with a new access token sends the rest', [killed, { ...retry, ...otherToken }]],
	['Retry with a campaign that is added sends the rest', [killed, { ...retry, options: campaign }]],
	['with Send Again, Retry sends the rest of its execution', [killed, retry], { options: sendAgain }],
	['a run of a trigger sends to all', [killed, trigger]],
	[
		'a sub-workflow that is started again sends to all',
		[
			{ ...killed, run: 'subWorkflow' },
			{ ...trigger, run: 'subWorkflow' },
		],
	],
	['with Send Again, a run by hand sends to all', [killed, { ...manual, options: sendAgain }]],
	[
		'before anything is sent, Retry sends to all, whatever another execution has sent',
		[
			{ ...trigger, kill: { write: 1, when: 'before' }, sends: 'none' },
			trigger,
			{ ...retry, of: 0, sends: 'all' },
		],
	],
	[
		'a manual list while one of a trigger has not ended sends nothing; Retry ends that, and the next one sends the rest',
		[killed, { ...manualNone, told: 'failed', reason: notEnded }, { ...retry, of: 0 }, manualRest],
	],
	...[1, 0].map((messagesPerSecond): History => [
		`at ${messagesPerSecond} messages a second: unknown is at most what leaves at once`,
		[
			{ ...killed, kill: { accepted: 7 } },
			{ ...retry, unknownAtMost: messagesPerSecond === 1 ? 1 : 10 },
		],
		{ list: recipients(20), options: { messagesPerSecond } },
	]),
	[
		'a message that waits after a 429 has not left: Retry sends it',
		[
			{ ...trigger, busy: [2], kill: { accepted: 5 }, sends: 'some' },
			{ ...retry, sends: [2, 6] },
		],
		{ list: recipients(7), options: { messagesPerSecond: 1 } },
	],
	[
		'a message with a campaign that waits after a 429 has not left: another run sends it',
		[
			{ ...trigger, busy: [2], kill: { accepted: 5 }, sends: 'some' },
			{ ...trigger, sends: [2, 6] },
		],
		{ list: recipients(7), options: { ...campaign, messagesPerSecond: 1 } },
	],
	...[400 * dayMs, -dayMs].map((passesMs): History => [
		`Retry sends the rest at any distance in time: ${passesMs} ms`,
		[
			{ ...failsInPart, kill: 'inLaterNode' },
			{ ...retryLast, passesMs },
		],
	]),
];

const afterEnds: History[] = [
	['a list of a trigger goes well: a run by hand sends to all', [trigger, manual]],
	[
		'a list of a trigger goes well, and its execution goes on for days: a run by hand sends to all',
		[{ ...trigger, kill: 'inLaterNode' }, manual],
	],
	[
		'a list by hand goes well: the next one sends nothing, and says how it is sent again',
		[
			manual,
			{ ...manualNone, hints: [howToSendAgain], earlier: /^Accepted today$/ },
			{ ...manual, options: sendAgain },
		],
	],
	[
		'a list by hand knows an email address in other letters',
		[
			{ ...manual, ...written('Ada@Example.com', 'bob@example.com') },
			{ ...manualNone, ...written('ada@example.com', 'Bob@example.com') },
		],
	],
	[
		'a list by hand knows a file whose link is signed anew',
		[
			{ ...manual, parameters: signedLink('a') },
			{ ...manualNone, parameters: signedLink('b') },
			{ ...manual, parameters: signedLink('b', 'other') },
		],
	],
	[
		'a list by hand for another base URL is another list',
		[manual, { ...manual, elsewhere: true }, manualNone],
	],
	[
		'a list by hand is stopped, and goes by fast track then: the next one sends the rest',
		[
			{ ...manual, stopAfter: 2, sends: 'some' },
			{ ...manualRest, options: { fastTrack: true } },
		],
		{ list: recipients(30) },
	],
	[
		'a list of a trigger is stopped: a run by hand sends the rest',
		[{ ...trigger, stopAfter: 2, sends: 'some' }, manualRest],
		{ list: recipients(30) },
	],
	[
		'a Retry leaves out who got the same text by hand that day, and says so',
		[
			{ ...failsInPart, settings: stops },
			manualLast,
			{ ...retryLast, of: 0, sends: 'none', hints: [alsoManually] },
		],
	],
	[
		'a list of a trigger fails in part: by hand on the next day',
		[failsInPart, { ...manualLast, passesMs: dayMs, earlier: /^Accepted yesterday$/ }],
	],
	['the same after two days', [failsInPart, { ...manualLast, passesMs: 2 * dayMs, sends: 'all' }]],
	[
		'a list of a trigger goes well by Retry On Fail: a run by hand sends to all',
		[{ ...trigger, refusedOnce: [0], settings: retryOnFail }, manual],
	],
	[
		'a list that is sent daily fails in part twice: a run by hand sends to those alone whom the second one has not reached',
		[
			failsInPart,
			{ ...failsInPart, refused: [0], sends: [1, 2, 3, 4, 5], passesMs: dayMs },
			{ ...manualLast, sends: [0] },
			{ ...manualLast, sends: 'none', told: 'earlier' },
		],
	],
	[
		'the same twice on one day',
		[failsInPart, { ...failsInPart, refused: [0], sends: [1, 2, 3, 4, 5] }, { ...manualLast, sends: [0] }],
	],
	[
		'a campaign is added between two lists by hand: the second one sends the rest, on other days as well',
		[
			{ ...manual, list: recipients(6), refused: [5], sends: [0, 1, 2, 3, 4] },
			{ ...manualLast, options: campaign },
			{ ...manualLast, options: campaign, sends: 'none', told: 'earlier', passesMs: dayMs },
			{ ...manualLast, options: { campaign: 'summer' }, sends: 'all', passesMs: dayMs },
		],
	],
	[
		'a campaign is added after a list of a trigger has failed: a run by hand sends the rest',
		[failsInPart, { ...manualLast, options: campaign }],
	],
	[
		'a key is added between two lists by hand: two orders of one person may have one text',
		[manual, { ...manual, options: { idempotencyKey: '=order of {{ $json.to }}' } }],
	],
	['three equal messages by hand are three, and none of them is sent again', [manual, manualNone], same(3)],
	[
		'an alert by webhook with the same text to two people, one always refused: the other gets every one',
		Array<Step>(5).fill({ ...trigger, refused: [1], sends: [0] }),
		{ list: two },
	],
	[
		'somebody is refused twice, with Retry On Fail: Retry sends that message alone',
		[{ ...failsInPart, error: /^1 of 6 not sent, 5 accepted earlier/ }, retryLast],
		{ settings: retryOnFail },
	],
	[
		'three equal messages to one person, the first of them refused: Retry sends that one',
		[{ ...trigger, refusedOnce: [0], sends: [0, 0], told: ['failed', 'accepted', 'accepted'] }, retry],
		same(3),
	],
	[
		'three equal messages to one person, the first of them refused: Retry On Fail sends that one',
		[{ ...trigger, refusedOnce: [0] }],
		{ ...same(3), settings: retryOnFail },
	],
	[
		'the same message in a later round of a loop is a message of its own',
		[trigger],
		{ ...same(2), inRounds: true, settings: retryOnFail },
	],
	[
		'a row that an earlier try has sent names the number of the pool that sent it',
		[{ ...trigger, refusedOnce: [0], earlier: /^Accepted today at \d\d:\d\d$/ }],
		{ parameters: pool, settings: { ...retryOnFail, onError: 'continueRegularOutput' } },
	],
	[
		'a message has no answer, with Retry On Fail: it is unknown, and neither that nor Retry sends it again',
		[
			{ ...trigger, unanswered: [7], ...mayHaveBeenSent },
			{ ...retryNone, ...mayHaveBeenSent },
		],
		{ settings: retryOnFail },
	],
	[
		'a message has no answer, with Send Again If Unknown: it is sent again, and nobody else is',
		[
			{ ...trigger, unanswered: [7], error: /^1 of 12 unknown, 11 accepted/ },
			{ ...retry, options: sendAgainIfUnknown, sends: [7] },
		],
		{ settings: stops },
	],
	[
		'a message has no answer, and is refused with Send Again If Unknown: it stays unknown',
		[
			{ ...trigger, unanswered: [7], error: /Turn on|turn on 'Send Again If Unknown'/ },
			{ ...retryNone, options: sendAgainIfUnknown, refused: [7], error: /403/ },
			{ ...retryNone, ...mayHaveBeenSent },
		],
		{ settings: stops },
	],
];

/** Histories of runs without keys, in groups. */
export const runHistories: Array<[group: string, histories: History[]]> = [
	['n8n is killed', afterKills],
	['a run has ended', afterEnds],
];

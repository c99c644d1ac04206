import type { IDataObject } from 'n8n-workflow';

import type { Accepted, Failure } from './answer';

/** Why an item fails that has made no request, or none in this try. */
type FailedBefore =
	'held' | 'keyOfOther' | 'besideList' | 'optOutUnknown' | 'unrecorded' | 'maybeAlreadySent' | 'thrown';

/** A failure of the service, or of what comes before it; `maybeAlreadySent`: an earlier run or try may have sent the message. */
export interface Failed extends Omit<Failure, 'is' | 'kind'> {
	is: Failure['is'] | 'maybeAlreadySent';
	kind: Failure['kind'] | FailedBefore;
	/** What was thrown. */
	error?: unknown;
}

/** An earlier run or try has sent the message. */
interface AlreadySent {
	is: 'alreadySent';
	/** What the service answered, where this execution knows it. */
	data?: IDataObject;
}

/** What a run tells of an item that it does not ask about: what a dry run shows, or why it is left out. */
interface LeftOut {
	is: 'checked' | 'checkedAlreadySent' | 'deferred' | 'skipped' | 'notAsked';
	/** What its row says beside. */
	further?: IDataObject;
}

/** What is said of an item that has not failed. */
export interface Done {
	reason?: string;
	/** The number that sent it, or would have, where no request says so. */
	from?: string;
}

/** What became of an item. */
export type Outcome = Failed | (Done & (Accepted | AlreadySent | LeftOut));

/** The words of rows; `notAsked` is that of an item beside one that fails. */
export type Status = 'accepted' | 'checked' | 'deferred' | 'skipped' | 'notAsked' | 'unknown' | 'failed';

/** What an outcome means. */
interface Meaning {
	/** The word of its row. */
	status: Status;
	/** When its message left, or may have left. */
	left: 'now' | 'earlier' | 'never';
	/** Whether a run that follows is to deliver it. */
	isMissing: boolean;
	/** Whether the service has, or may have, counted a request for it. */
	isAsked: boolean;
}

const meanings: Record<Outcome['is'], Meaning> = {
	accepted: { status: 'accepted', left: 'now', isMissing: false, isAsked: true },
	alreadySent: { status: 'accepted', left: 'earlier', isMissing: false, isAsked: false },
	checked: { status: 'checked', left: 'never', isMissing: false, isAsked: false },
	checkedAlreadySent: { status: 'checked', left: 'earlier', isMissing: false, isAsked: false },
	skipped: { status: 'skipped', left: 'never', isMissing: false, isAsked: false },
	notAsked: { status: 'notAsked', left: 'never', isMissing: false, isAsked: false },
	deferred: { status: 'deferred', left: 'never', isMissing: true, isAsked: false },
	unknown: { status: 'unknown', left: 'now', isMissing: true, isAsked: true },
	maybeAlreadySent: { status: 'unknown', left: 'earlier', isMissing: true, isAsked: false },
	rejected: { status: 'failed', left: 'never', isMissing: true, isAsked: true },
	notSent: { status: 'failed', left: 'never', isMissing: true, isAsked: false },
};

export function meaningOf({ is }: Outcome): Meaning {
	return meanings[is];
}

/** Whether this try may have sent a message. */
export function mayHaveLeft(outcome: Outcome): boolean {
	return meaningOf(outcome).left === 'now';
}

export function isFailed(outcome: Outcome): outcome is Failed {
	return 'kind' in outcome;
}

/** The outcome of an item about which the service was not asked. */
export function notSent(kind: Failed['kind'], detail?: string): Failed {
	return { is: 'notSent', kind, detail };
}

/** The outcome of a message that does not leave on purpose; `further` is what its row says beside. */
export function leftOut(is: 'deferred' | 'skipped', reason: string, further?: IDataObject): Outcome {
	return { is, reason, further };
}

/** The outcome of an item of which an earlier run or try may have sent the message. */
export function maybeAlreadySent(reason?: string): Failed {
	return { is: 'maybeAlreadySent', kind: 'maybeAlreadySent', detail: reason };
}

import type { IDataObject } from 'n8n-workflow';

import type { Failure, Success } from '../service/answer';
import type { ServiceRequest } from '../service/service-request';
import type { NodeOperation, Output } from './operation';
import type { ItemParameters } from './parameters';

/** An answer of the service; `wasEarlier` to an earlier try, in which the number `from` sent the message. */
interface Answered extends Success {
	status?: undefined;
	reason?: undefined;
	wasEarlier?: boolean;
	from?: string;
}

/** What became of an item without an answer of the service. */
export interface Settled {
	ok: true;
	/** `deferred`, `skipped` and `notAsked` left nothing; `accepted` earlier; `checked` by a dry run. */
	status: 'accepted' | 'checked' | 'deferred' | 'skipped' | 'notAsked';
	answer: Output;
	reason?: string;
	/** Whether an earlier run or try has sent the message. */
	wasEarlier?: boolean;
	/** The number that would have sent it, where no request says so. */
	from?: string;
}

/** Why the delivery of an item fails that has made no request, or none in this try. */
type FailedBefore =
	| 'unknownBefore'
	| 'held'
	| 'behindOthers'
	| 'keyOfOther'
	| 'besideList'
	| 'optOutUnknown'
	| 'unrecorded'
	| 'thrown';

/** Why an item failed; `outcome` says whether the service may have acted. */
export interface Failed extends Omit<Failure, 'kind'> {
	kind: Failure['kind'] | FailedBefore;
	/** What was thrown. */
	error?: unknown;
}

/** What became of an item. */
export type Outcome = Answered | Settled | Failed;

/** The outcome of an item about which the service was not asked. */
export function notSent(kind: Failed['kind'], detail?: string): Failed {
	return { ok: false, kind, outcome: 'notSent', detail };
}

/** The outcome of an item of which another run, or another try, has sent the message. */
export const sentEarlier: Outcome = {
	ok: true,
	status: 'accepted',
	wasEarlier: true,
	answer: { already_sent: true },
};

/** The outcome of an item of which an earlier run or try may have sent the message. */
export function unknownBefore(reason?: string): Failed {
	return { ok: false, kind: 'unknownBefore', outcome: 'unknown', detail: reason };
}

/** Whether a message with this status was sent, in an earlier run or try. */
const hasLeft: Record<Settled['status'], boolean> = {
	accepted: true,
	checked: false,
	deferred: false,
	skipped: false,
	notAsked: false,
};

/** Whether this or an earlier try may have sent a message. */
export function mayBeSent(outcome: Outcome): boolean {
	if (!outcome.ok) return outcome.outcome === 'unknown';
	return outcome.status === undefined || hasLeft[outcome.status];
}

/** Whether this try may have sent a message. */
export function mayHaveLeft(outcome: Outcome): boolean {
	if (outcome.ok) return outcome.status === undefined && !outcome.wasEarlier;
	return outcome.outcome === 'unknown' && outcome.kind !== 'unknownBefore';
}

/** What becomes of a message without an answer of the service; `answer` is what it says beside its recipient. */
export function settled(what: Omit<Settled, 'ok' | 'answer'>, answer: IDataObject = {}): Settled {
	return { ok: true, answer, ...what };
}

/** The values of a request that the output of its operation repeats. */
export function repeatedValues({ repeats = {} }: NodeOperation, request: ServiceRequest): IDataObject {
	const sent = { ...request.path, ...request.body } as IDataObject;
	const repeated = Object.entries(repeats).map(([name, property]) => [name, sent[property]]);
	return Object.fromEntries(repeated.filter(([, value]) => value !== undefined)) as IDataObject;
}

/** What an item gives: the answer's data, behind the values of the request that the operation repeats. */
export function outputOf(
	operation: NodeOperation,
	data: IDataObject,
	parameters: ItemParameters,
	request: ServiceRequest,
): Output {
	if (operation.output) return operation.output(data, parameters, request);
	const values = repeatedValues(operation, request);
	return { ...values, ...data, ...values };
}

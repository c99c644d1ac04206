import type { IPollFunctions, NodeApiError } from 'n8n-workflow';

import { getCallForwarding } from '../Numbers/get-call-forwarding.operation';
import type { Answer, Failure, ResponseEnvelope } from '../shared/service/answer';
import type { Schema } from '../shared/contract/contract';
import { Lane } from '../shared/delivery/pace/lane';
import { Traffic } from '../shared/delivery/pace/rate';
import { httpRequest } from '../shared/delivery/request/attempt';
import { requestInTurn, type Patience } from '../shared/delivery/request/request-in-turn';
import { Slots } from '../shared/delivery/pace/slots';
import { explain, failureDetails } from '../shared/failure/explain';
import { explainedError } from '../shared/failure/explained-error';
import { credentialType, serviceAccount } from '../shared/service/service-account';
import { filledPath } from '../shared/service/service-path';
import type { CallForwarding } from './forwarding-change';

/**
 * A poll should be over before the next: n8n gives up one that takes long, and a number that answers slowly must
 * not keep the others from being told.
 */
const looksAtOnce = 10;
const lookTimeoutMs = 8_000;
const patience: Patience = { tries: 3, waitMs: 6_000 };

/** The answers of one look at several numbers, by number. */
export type Looks = Map<string, Answer>;

/** A number that could not be read. */
export type FailedLook = [number: string, failure: Failure];

/** The record in an answer (section 2.3). */
export function recordOf({ data }: ResponseEnvelope): CallForwarding {
	return (data as unknown as Schema<'CallForwardingRecord'>).call_forwarding;
}

/** A success envelope without record or time is no answer to this question: the path may be another operation's. */
function withRecord(answer: Answer): Answer {
	if (!answer.ok) return answer;
	const { envelope } = answer;
	const isRecord = typeof recordOf(envelope)?.status === 'string' && Number.isFinite(envelope.timestamp);
	return isRecord ? answer : { ok: false, kind: 'unreadable', outcome: 'unknown', status: 200 };
}

/** Reads the call forwarding of numbers (section 4.1), a few at a time, with the read retries of the delivery. */
export async function looksAt(poll: IPollFunctions, numbers: string[], readPath: string): Promise<Looks> {
	const account = serviceAccount(await poll.getCredentials(credentialType));
	const traffic = new Traffic();
	const lane = new Lane(() => ({ traffic }), new Slots(looksAtOnce));
	const answers = await Promise.all(
		numbers.map(async (number): Promise<[string, Answer]> => {
			const request = { path: filledPath(readPath, { number }) };
			const http = { ...httpRequest(getCallForwarding, request, account), timeout: lookTimeoutMs };
			return [number, withRecord(await requestInTurn(poll, getCallForwarding, http, lane, patience))];
		}),
	);
	return new Map(answers);
}

/** The numbers that could not be read. */
export function failedLooks(answers: Looks): FailedLook[] {
	return [...answers].flatMap(([number, answer]) => (answer.ok ? [] : [[number, answer] as FailedLook]));
}

/** One error for all numbers that could not be read. */
export function lookError(poll: IPollFunctions, failed: FailedLook[]): NodeApiError {
	const [, first] = failed[0] as FailedLook;
	const { message, description } = explain(first, getCallForwarding);
	const numbers = failed.map(([number]) => number).join(', ');
	return explainedError(
		poll.getNode(),
		{ message: `Call forwarding of ${numbers} could not be read: ${message}`, description },
		failureDetails(first, getCallForwarding),
	);
}

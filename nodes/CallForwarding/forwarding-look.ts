import { NodeApiError, type IPollFunctions } from 'n8n-workflow';

import { getCallForwarding } from '../Numbers/get-call-forwarding.operation';
import type { Answer, Failure, ResponseEnvelope } from '../shared/answer';
import type { Schema } from '../shared/contract';
import { deliveryDefaults } from '../shared/delivery/delivery-options';
import { Lane } from '../shared/delivery/lane';
import { Unlimited } from '../shared/delivery/rate';
import { httpRequest, requestInTurn } from '../shared/delivery/request';
import { Slots } from '../shared/delivery/slots';
import { explain, failureDetails } from '../shared/explain';
import { credentialType, serviceAccount } from '../shared/service-account';
import { filledPath } from '../shared/service-path';
import type { CallForwarding } from './forwarding-change';

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
	const lane = new Lane(new Unlimited(), new Slots(deliveryDefaults.requestsAtOnce));
	const answers = await Promise.all(
		numbers.map(async (number): Promise<[string, Answer]> => {
			const request = { path: filledPath(readPath, { number }) };
			const http = httpRequest(getCallForwarding, request, account);
			return [number, withRecord(await requestInTurn(poll, getCallForwarding, http, lane, deliveryDefaults))];
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
	const details = failureDetails(first, getCallForwarding);
	const error = new NodeApiError(
		poll.getNode(),
		{ message },
		{
			message: `Call forwarding of ${numbers} could not be read: ${message}`,
			description,
			httpCode: first.status === undefined ? undefined : String(first.status),
		},
	);
	Object.assign(error.context, details);
	return error;
}

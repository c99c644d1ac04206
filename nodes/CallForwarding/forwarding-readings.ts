import type { IPollFunctions, NodeApiError } from 'n8n-workflow';

import { getCallForwarding } from '../Numbers/numbers.operations';
import { RateLimiter, unlimited } from '../shared/delivery/pace/rate-limiter';
import { RateQueue, Semaphore } from '../shared/delivery/pace/rate-queues';
import { attempt, callerWith, httpRequest } from '../shared/delivery/request/attempt';
import { requestInTurn } from '../shared/delivery/steps/in-turn';
import type { Patience } from '../shared/delivery/request/retry';
import { requestSettings } from '../shared/delivery/request/request-settings';
import { explain, failureDetails, type Explanation } from '../shared/failure/explain';
import { explainedError } from '../shared/failure/explained-error';
import { checkedAnswer, unreadable, type Failure } from '../shared/service/answer';
import { credentialType, filledPath, serviceAccount } from '../shared/service/service-address';
import { forwardingRecord, type CallForwarding, type Reading } from './forwarding-record';

const readsAtOnce = 10;
const numberMs = 8_000;
const patience: Patience = { tries: 3, waitMs: 6_000 };

/** A number whose call forwarding could not be read, and why. */
export interface FailedReading {
	number: string;
	failure: Failure;
}

/**
 * Reads the call forwarding of numbers (section 4.1) within `limitMs`, a few at a time, with the read retries of the
 * delivery. In random order: numbers that hang must not keep the same others from their turn in every poll.
 */
export async function readForwarding(
	poll: IPollFunctions,
	{ numbers, readPath }: { numbers: string[]; readPath: string },
	limitMs: number,
): Promise<{ read: Reading[]; failed: FailedReading[] }> {
	const credential = await poll.getCredentials(credentialType);
	const account = serviceAccount(credential);
	const stop = AbortSignal.timeout(limitMs);
	const caller = callerWith(poll, credential, stop);
	const { http: settings } = requestSettings(poll.getNode(), credential);
	const queue = new RateQueue(new RateLimiter(unlimited), new Semaphore(readsAtOnce));
	const read = async (number: string): Promise<Reading | FailedReading> => {
		const request = { service: getCallForwarding.service, path: filledPath(readPath, { number }) };
		const http = { ...settings, ...httpRequest(request, account), timeout: Math.min(numberMs, limitMs) };
		const ask = async () => checkedAnswer(request, await attempt(caller, http));
		const answer = await requestInTurn(request.service, ask, queue, patience, stop);
		if (!answer.ok) return { number, failure: answer };
		const { data, timestamp: at } = answer.envelope;
		const record = forwardingRecord(data.call_forwarding as unknown as CallForwarding);
		if (record && data.number === number) return { number, record, at };
		return { number, failure: unreadable(200, 'no call forwarding of this number') };
	};
	const shuffled = [...numbers].sort(() => Math.random() - 0.5);
	const readings = await Promise.all(shuffled.map(read));
	readings.sort((one, other) => numbers.indexOf(one.number) - numbers.indexOf(other.number));
	return {
		read: readings.filter((reading) => 'record' in reading),
		failed: readings.filter((reading) => 'failure' in reading),
	};
}

function explainReading(failure: Failure): Explanation {
	const explanation = explain(failure, getCallForwarding);
	const description = 'The next poll reads it again; the trigger waits no longer for a number.';
	if (failure.kind === 'timedOut') return { ...explanation, description };
	if (failure.kind !== 'stopped') return explanation;
	return {
		message: 'The poll was over before its answer',
		description: 'The next poll reads it again. Watch fewer numbers in one trigger if this comes often.',
		cause: { cause: 'temporarily-unavailable' },
	};
}

/** The failure that speaks for all: a token that is not accepted, else one that may pass by itself, else the first. */
function maxTelling(failures: Failure[]): Failure {
	const lasting = ['credential-invalid', 'configuration-invalid'];
	const passes = (failure: Failure) => !lasting.includes(explainReading(failure).cause?.cause ?? '');
	return failures.find(({ status }) => status === 401) ?? failures.find(passes) ?? (failures[0] as Failure);
}

const maxNamed = 10;

/** One error for all numbers that could not be read; the most telling failure says why. */
export function readingError(poll: IPollFunctions, failed: FailedReading[]): NodeApiError {
	const failure = maxTelling(failed.map((one) => one.failure));
	const { message, ...explanation } = explainReading(failure);
	const named = failed.slice(0, maxNamed).map(({ number }) => number);
	const others = failed.length - named.length;
	const numbers = `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
	return explainedError(
		poll.getNode(),
		{ ...explanation, message: `Call forwarding of ${numbers} could not be read: ${message}` },
		failureDetails(failure, getCallForwarding),
	);
}

import type { IPollFunctions, NodeApiError } from 'n8n-workflow';

import { getCallForwarding } from '../Numbers/numbers.operations';
import { phoneNumberPattern } from '../shared/contract/contract';
import { RateQueues, unknownRate } from '../shared/rate/rate-queues';
import { connection } from '../shared/service/http';
import { Tries } from '../shared/rate/tries';
import { notSent, type Failed } from '../shared/service/outcome';
import { explain, explainedError, failureDetails } from '../shared/explain/explain';
import type { Explanation } from '../shared/explain/explanations';
import { unreadable, type Answer } from '../shared/service/answer';
import { isTime } from '../shared/service/times';
import type { CallForwarding, Reading } from './forwarding-change';

const numberMs = 8_000;
const patience = { tries: 3, waitMs: 6_000, refusedMs: 6_000 };

/** Polls come every minute at the fastest; what n8n allows a poll may be more than that. */
const longestPollMs = 40_000;

/** What is kept of a poll for building its output, in milliseconds. */
const outputMs = 5_000;

const { service } = getCallForwarding;

/** A number whose call forwarding could not be read, and why. */
interface FailedReading {
	number: string;
	failure: Failed;
}

/** A record of which the target is a phone number and the completion a time, and nothing else; undefined for others. */
function forwardingRecord(record: CallForwarding): CallForwarding | undefined {
	const { enabled, to, status, estimated_completion } = record;
	const isWhole =
		(to === null || phoneNumberPattern.test(to)) &&
		(estimated_completion === null || isTime(estimated_completion));
	return isWhole ? { enabled, to, status, estimated_completion } : undefined;
}

/**
 * What can be read of the call forwarding of numbers (section 4.1) in the time of a poll, and the error of what cannot. In
 * random order: numbers that hang must not keep the same others from their turn in every poll.
 */
export async function readForwarding(
	poll: IPollFunctions,
	numbers: string[],
): Promise<{ read: Reading[]; error?: Error }> {
	const limitMs = Math.min(poll.getPollBudgetMs?.() ?? longestPollMs, longestPollMs) - outputMs;
	const stop = AbortSignal.timeout(limitMs);
	const connected = await connection(poll, undefined, stop);
	const queue = new RateQueues().queue(unknownRate);
	const read = async (number: string): Promise<Reading | FailedReading> => {
		const request = { service, path: { number } };
		const endedBy = () => (stop.aborted ? notSent('stopped') : undefined);
		const tries = new Tries<Answer>(service, queue, {
			rate: unknownRate,
			...patience,
			signal: stop,
			endedBy,
		});
		for await (const attempt of tries) attempt.outcome = await connected.ask(request, numberMs);
		const answer = tries.outcome;
		if (answer.is !== 'accepted') return { number, failure: answer };
		const { data, timestamp: at } = answer.envelope;
		const record = forwardingRecord(data.call_forwarding as CallForwarding);
		if (record && data.number === number) return { number, record, at };
		return { number, failure: unreadable(200, 'no call forwarding of this number') };
	};
	const turns = numbers.map((number) => ({ number, turn: Math.random() }));
	turns.sort((one, other) => one.turn - other.turn);
	const readings = await Promise.all(turns.map(async ({ number }) => await read(number)));
	readings.sort((one, other) => numbers.indexOf(one.number) - numbers.indexOf(other.number));
	const failed = readings.filter((reading) => 'failure' in reading);
	return {
		read: readings.filter((reading) => 'record' in reading),
		error: failed.length > 0 ? readingError(poll, failed) : undefined,
	};
}

function explainReading(failure: Failed): Explanation {
	if (failure.kind === 'stopped') {
		return {
			message: 'The poll was over before its answer',
			description: 'The next poll reads it again. Watch fewer numbers in one trigger if this comes often.',
			cause: { cause: 'temporarily-unavailable' },
		};
	}
	const explanation = explain(failure, getCallForwarding);
	const description = 'The next poll reads it again; the trigger waits no longer for a number.';
	return failure.kind === 'timedOut' ? { ...explanation, description } : explanation;
}

/** Whether a failure may pass by itself. */
function passes(failure: Failed): boolean {
	const cause = explainReading(failure).cause?.cause ?? '';
	return !['credential-invalid', 'configuration-invalid'].includes(cause);
}

const maxNamed = 10;

/**
 * One error for all numbers that could not be read. One failure speaks for all: a token that is not accepted, else one that
 * may pass by itself, else the first.
 */
export function readingError(poll: IPollFunctions, failed: FailedReading[]): NodeApiError {
	const failures = failed.map((one) => one.failure);
	const isOfToken = ({ status }: Failed) => status === 401;
	const failure = failures.find(isOfToken) ?? failures.find(passes) ?? (failures[0] as Failed);
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

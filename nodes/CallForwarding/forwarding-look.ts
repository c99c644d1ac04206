import type { IPollFunctions, NodeApiError } from 'n8n-workflow';

import { getCallForwarding } from '../Numbers/get-call-forwarding.operation';
import { unlimited } from '../shared/delivery/pace/rate-limit';
import { RateLimiter } from '../shared/delivery/pace/rate-limiter';
import { RateQueue } from '../shared/delivery/pace/rate-queue';
import { Semaphore } from '../shared/delivery/pace/semaphore';
import { callerWith, httpRequest } from '../shared/delivery/request/attempt';
import { requestInTurn, type Patience } from '../shared/delivery/request/request-in-turn';
import { allowedDomains } from '../shared/delivery/request/request-settings';
import { explain, failureDetails, type Explanation } from '../shared/failure/explain';
import { explainedError } from '../shared/failure/explained-error';
import { firstFew } from '../shared/failure/first-few';
import { unreadable, type Answer, type Failure } from '../shared/service/answer';
import { credentialType, serviceAccount } from '../shared/service/service-account';
import { filledPath } from '../shared/service/service-path';
import { seenIn, type Seen } from './forwarding-record';

const looksAtOnce = 10;
const patience: Patience = { tries: 3, waitMs: 6_000 };

/**
 * How long a look may take, in milliseconds: at one number, and at all of them. n8n gives up a poll after 45
 * seconds, and a number that answers slowly must not keep the others from being told.
 */
export interface LookLimits {
	numberMs: number;
	allMs: number;
}

const defaultLimits: LookLimits = { numberMs: 8_000, allMs: 35_000 };

/** A number that was read. */
export interface SeenNumber extends Seen {
	number: string;
}

/** A number that could not be read. */
export interface FailedNumber {
	number: string;
	failure: Failure;
}

/** One look at several numbers. */
export interface Looks {
	seen: SeenNumber[];
	failed: FailedNumber[];
}

function looked(number: string, answer: Answer): SeenNumber | FailedNumber {
	if (!answer.ok) return { number, failure: answer };
	const seen = seenIn(answer.envelope, number);
	return seen
		? { number, ...seen }
		: { number, failure: unreadable(200, 'no call forwarding of this number') };
}

/** Numbers that hang must not keep the same others from their turn in every poll. */
function inRandomOrder(numbers: string[]): string[] {
	return numbers
		.map((number) => ({ number, place: Math.random() }))
		.sort((one, other) => one.place - other.place)
		.map(({ number }) => number);
}

/** Reads the call forwarding of numbers (section 4.1), a few at a time, with the read retries of the delivery. */
export async function looksAt(
	poll: IPollFunctions,
	numbers: string[],
	readPath: string,
	{ numberMs, allMs }: LookLimits = defaultLimits,
): Promise<Looks> {
	const credential = await poll.getCredentials(credentialType);
	const account = serviceAccount(credential);
	const caller = callerWith(poll, credential, AbortSignal.timeout(allMs));
	const settings = { ...allowedDomains(poll.getNode(), credential), timeout: numberMs };
	const limiter = new RateLimiter(unlimited);
	const queue = new RateQueue(() => limiter, new Semaphore(looksAtOnce));
	const look = async (number: string) => {
		const request = { path: filledPath(readPath, { number }) };
		const http = { ...settings, ...httpRequest(getCallForwarding, request, account) };
		const answer = await requestInTurn(caller, getCallForwarding, http, queue, patience);
		return [number, looked(number, answer)] as const;
	};
	const byNumber = new Map(await Promise.all(inRandomOrder(numbers).map(look)));
	const looks = numbers.flatMap((number) => byNumber.get(number) ?? []);
	return {
		seen: looks.filter((found) => 'record' in found),
		failed: looks.filter((found) => 'failure' in found),
	};
}

function explainLook(failure: Failure): Explanation {
	const explanation = explain(failure, getCallForwarding);
	switch (failure.kind) {
		case 'stopped':
			return {
				message: `The poll was over before its answer, after ${defaultLimits.allMs / 1000} s`,
				description: 'The next poll looks again. Watch fewer numbers in one trigger if this comes often.',
				cause: { cause: 'temporarily-unavailable' },
			};
		case 'timedOut':
			return {
				...explanation,
				description: 'The next poll looks again; the trigger waits no longer for a number.',
			};
		default:
			return explanation;
	}
}

/** Whether the same poll may succeed a little later. */
function passes({ failure }: FailedNumber): boolean {
	const { cause } = explainLook(failure);
	return cause?.cause !== 'credential-invalid' && cause?.cause !== 'configuration-invalid';
}

/** The failure that speaks for all: a token that is not accepted, else one that may pass by itself, else the first. */
function mostTelling(failed: FailedNumber[]): FailedNumber {
	const refusedToken = failed.find(({ failure: { status } }) => status === 401);
	return refusedToken ?? failed.find(passes) ?? (failed[0] as FailedNumber);
}

const mostNamed = 10;

/** One error for all numbers that could not be read; the most telling failure says why. */
export function lookError(poll: IPollFunctions, failed: FailedNumber[]): NodeApiError {
	const { failure } = mostTelling(failed);
	const { message, ...explanation } = explainLook(failure);
	const numbers = firstFew(
		failed.map(({ number }) => number),
		mostNamed,
	);
	return explainedError(
		poll.getNode(),
		{ ...explanation, message: `Call forwarding of ${numbers} could not be read: ${message}` },
		failureDetails(failure, getCallForwarding),
	);
}

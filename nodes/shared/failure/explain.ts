import type { IDataObject } from 'n8n-workflow';

import type { Failure, FailureKind } from '../service/answer';
import { serviceOperations } from '../contract/contract';
import type { NodeOperation } from '../operation/operation';
import { answerLimitMs } from '../service/time-limit';

/** What happened, and what the user can do next. */
export interface Explanation {
	message: string;
	description: string;
}

const sentUnknown =
	'The message may or may not have been sent. A retry does not send it again, unless the option "If the Outcome Is Unknown" says so.';
const changeUnknown =
	'The change may or may not have been made; read the present state before you repeat it.';

function agreementHint(url: string | undefined): string {
	return url
		? `First accept the agreement ${url}, by applying with the Phone Service Entitlements node for the entitlement that it names.`
		: '';
}

function redirectHint(location: string | undefined): string {
	const target = location ? ` It points to ${location}.` : '';
	return `The service itself does not redirect, and the access token is never sent along.${target} Enter the final address as base URL of the credential.`;
}

function refused({ status, said }: Failure, { id, permission }: NodeOperation): Explanation {
	switch (status) {
		case 400:
			return {
				message: 'The service found a fault in the request (400 Bad Request)',
				description:
					id === 'lookUpNumber'
						? 'The known cause is risk scoring without iMessage and FaceTime: turn both on. Otherwise check the number.'
						: 'Check the values of this item: numbers, addresses, attachments and any further body fields.',
			};
		case 401:
			return {
				message: 'The service did not accept the access token (401 Unauthorized)',
				description: 'Open the credential and enter the access token anew, as the provider shows it.',
			};
		case 403:
			return {
				message: 'The service does not permit this (403 Forbidden)',
				description: [agreementHint(said?.agreementUrl), permission].filter(Boolean).join(' '),
			};
		case 404:
			return {
				message: 'The service does not know this address (404 Not Found)',
				description: 'Check the base URL of the credential; not every deployment offers every operation.',
			};
		default:
			return {
				message: `The service refused the request (${status})`,
				description: said?.reason ?? 'The interface of the service does not describe this status.',
			};
	}
}

function inBrackets(code: string | undefined): string {
	return code ? ` (${code})` : '';
}

function stopped({ outcome }: Failure): Explanation {
	if (outcome === 'notSent') {
		return {
			message: 'The execution was stopped before this request was made',
			description: 'Nothing was sent for this item.',
		};
	}
	return {
		message: 'The execution was stopped while this request was under way',
		description: 'The answer of the service was not awaited.',
	};
}

function timedOut({ outcome, limitMs = answerLimitMs }: Failure): Explanation {
	const seconds = `${Math.round(limitMs / 100) / 10} s`;
	const where = 'Request Options → Timeout sets another limit, in milliseconds';
	if (outcome === 'notSent') {
		return {
			message: `The service could not be reached within ${seconds}`,
			description: `No connection was made, so nothing was sent. Check the base URL of the credential and the network. ${where}.`,
		};
	}
	return {
		message: `The service gave no whole answer within ${seconds}`,
		description: `The request was given up. ${where}.`,
	};
}

const explanations: Record<FailureKind, (failure: Failure, operation: NodeOperation) => Explanation> = {
	refused,
	stopped,
	tooManyRequests: () => ({
		message: 'The service takes no more requests for now (429 Too Many Requests)',
		description: 'Something else uses up the rate of this account or number: wait, or lower the rate option.',
	}),
	serverError: ({ status, said }) => ({
		message: `The service failed (${[status, said?.reason].filter(Boolean).join(' ')})`,
		description: 'The fault is not in this workflow; if it stays, tell the provider.',
	}),
	redirected: ({ status, detail }) => ({
		message: `The base URL redirects elsewhere (${status})`,
		description: redirectHint(detail),
	}),
	unreadable: ({ status, detail }) => ({
		message: `The answer is not one of the service (${[status, detail].filter(Boolean).join(', ')})`,
		description: 'A proxy or another server may have answered: check the base URL of the credential.',
	}),
	unreachable: ({ detail }) => ({
		message: 'The service could not be reached',
		description: `Nothing was sent. Check the base URL of the credential and the network${inBrackets(detail)}.`,
	}),
	interrupted: ({ detail }) => ({
		message: 'The service gave no answer',
		description: `The connection ended before the whole answer was there${inBrackets(detail)}.`,
	}),
	timedOut,
	blocked: ({ detail }) => ({
		message: 'n8n did not let this request out',
		description: `${detail ?? 'The address is forbidden'}. Check the base URL and the allowed domains of the credential.`,
	}),
	unknownBefore: ({ detail }) => ({
		message: 'An earlier try or run may have sent this message already',
		description: `Its outcome was never learned${detail ? `: ${detail}` : ''}.`,
	}),
};

function textOf(error: unknown, property: 'message' | 'description'): string {
	const text = (error as Record<string, unknown> | null | undefined)?.[property];
	return typeof text === 'string' ? text.trim() : '';
}

/**
 * What any error means to the user, of ours, of n8n or of the language: its own words, and where it has no
 * description, what to do about an error of that kind.
 */
export function explanationOf(error: unknown): Explanation {
	return {
		message: textOf(error, 'message') || 'Something failed that says nothing about itself',
		description:
			textOf(error, 'description') ||
			'Look at the values and expressions of this node for this item. If they are right, this is a fault of the node: please report it.',
	};
}

/** What a failure means to the user: what happened, whether the service may have acted, what to do next. */
export function explain(failure: Failure, operation: NodeOperation): Explanation {
	const { message, description } = explanations[failure.kind](failure, operation);
	if (failure.outcome !== 'unknown') return { message, description };
	const { effect } = serviceOperations[operation.id];
	if (effect === 'read') return { message, description };
	return { message, description: `${description} ${effect === 'send' ? sentUnknown : changeUnknown}` };
}

/** The facts of a failure that a workflow can act on. */
export function failureDetails(failure: Failure, operation: NodeOperation): IDataObject {
	const { status, said, outcome } = failure;
	return {
		...(serviceOperations[operation.id].effect !== 'read' && { outcome }),
		...(status !== undefined && { status }),
		...(said && { errorId: said.id }),
		...(said?.apiVersion && { apiVersion: said.apiVersion }),
		...(said?.agreementUrl && { agreementUrl: said.agreementUrl }),
	};
}

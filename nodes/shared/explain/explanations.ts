/** What each failure means to the user, and what to do. */
import type { Failure as DeclaredCause } from 'n8n-workflow';

import type { NodeOperation, Sentence } from '../operation/operation';
import type { Failed } from '../service/outcome';
import type { Given } from '../operation/request';
import { answerLimitMs } from '../service/answer';
import { effectOf } from '../service/service-request';

export interface Explanation {
	message: string;
	description: string;
	/** Why, where n8n has a word for it: n8n spaces the polls of a trigger by them. */
	cause?: DeclaredCause;
}

type Explain = (failure: Failed, operation: NodeOperation, given: Given[]) => Explanation;

export function sentences(...parts: Array<string | false | 0 | undefined>): string {
	return parts.filter(Boolean).join(' ');
}

export const foreignForm =
	'The answer does not have the form of the service, so a proxy or another server may have given it:';

function joined(given: Given[]): string {
	return new Intl.ListFormat('en-GB').format(new Set(given.map(({ text }) => text)));
}

function invalid(given: Given[]): string {
	if (given.length === 0) return 'Check the values of this node.';
	const isOne = new Set(given.map(({ text }) => text)).size === 1;
	return `Check ${joined(given)}: the service does not take ${isOne ? 'it' : 'one of them, or not all of them together'}.`;
}

/** A 404 in the form of the service is about what was asked; any other one is about the address. */
function unknownAddress({ errorEnvelope }: Failed, { name }: NodeOperation, given: Given[]): string {
	if (!errorEnvelope) return `${foreignForm} check the base URL of the credential.`;
	const subjects = given.filter(({ isSubject }) => isSubject);
	const orNot = subjects.length > 0 ? `, or does not know ${joined(subjects)}` : '';
	return `The service itself answers, but does not offer ${name}${orNot}. Or the base URL of the credential has a path too much.`;
}

/** A sentence with the given fields in it; `{name}` is the field alone where it was not given. */
function sentenceWith(sentence: Sentence, given: Given[]): string {
	const texts = Object.fromEntries(given.map(({ property, text }) => [property, text]));
	if (typeof sentence === 'function') return sentence(texts);
	const nameless = (name: string, index: number) => `${index === 0 ? 'The' : 'the'} ${name}`;
	return sentence.replace(/\{(\w+)\}/g, (_, name: string, at: number) => texts[name] ?? nameless(name, at));
}

/** What some refusals mean (section 7), by their status. */
export const refusals: Partial<Record<number, Explain>> = {
	400: (_failure, _operation, given) => ({
		message: 'The service does not accept this request (400 Bad Request)',
		description: invalid(given),
	}),
	401: () => ({
		message: 'The service did not accept the access token (401 Unauthorized)',
		description: 'Open the credential and enter the access token again, as the provider shows it.',
	}),
	403: ({ errorEnvelope }, { ifForbidden }, given) => ({
		message: 'The service does not permit this (403 Forbidden)',
		description: sentences(
			errorEnvelope?.agreementUrl &&
				`First accept the agreement ${errorEnvelope.agreementUrl}, by applying with the Phone Service Entitlements node for the entitlement that it names.`,
			sentenceWith(ifForbidden, given),
		),
	}),
	404: (failure, operation, given) => ({
		message: 'The service does not know this address (404 Not Found)',
		description: unknownAddress(failure, operation, given),
	}),
};

function seconds(ms: number): string {
	return `${Math.round(ms / 100) / 10} s`;
}

function timedOut({ is, limitMs = answerLimitMs }: Failed): Explanation {
	const limit = seconds(limitMs);
	const where = 'Settings → Request Options → Timeout sets another limit, in milliseconds';
	if (is === 'notSent') {
		return {
			message: `The service could not be reached within ${limit}`,
			description: `No connection was made, so nothing was sent. Check the base URL of the credential and the network. ${where}.`,
		};
	}
	return {
		message: `The service did not answer completely within ${limit}`,
		description: `The request was given up. ${where}.`,
	};
}

export type ExplainedKind = Exclude<Failed['kind'], 'thrown'>;

/** What to do where the service refuses what is too much. */
function rateRemedy({ ifTooManyRequests }: NodeOperation, given: Given[]): string {
	const ofAccount =
		'Something else uses this account too: wait, or slow this node down with Settings → Request Options → Batching.';
	return sentenceWith(ifTooManyRequests ?? ofAccount, given);
}

export const explanations: Record<ExplainedKind, Explain> = {
	refused: ({ status, errorEnvelope }) => ({
		message: `The service refused the request (${status})`,
		description: errorEnvelope?.reason
			? 'See what the service says; if that does not help, ask the provider.'
			: 'Ask the provider what this status means.',
	}),
	stopped: ({ is }) =>
		is === 'notSent'
			? {
					message: 'The execution was stopped before this request was made',
					description: 'Nothing was sent for this item.',
				}
			: {
					message: 'The execution was stopped while this request was under way',
					description: "The service's answer is not known.",
				},
	tooManyRequests: ({ retryAfterMs }, operation, given) => ({
		message: 'Rate limit reached (429 Too Many Requests)',
		description: sentences(
			rateRemedy(operation, given),
			retryAfterMs && `The service asks to wait ${seconds(retryAfterMs)}.`,
		),
	}),
	held: ({ detail }, operation, given) => ({
		message: `Rate limit reached, so this request was not made (held until ${detail})`,
		description: `Nothing was sent for this item: execute it again after that. ${rateRemedy(operation, given)}`,
	}),
	serverError: ({ status, errorEnvelope }) => ({
		message: `The service could not process the request (${sentences(String(status), errorEnvelope?.reason)})`,
		description: 'The cause is not in this workflow; if it stays, tell the provider.',
	}),
	redirected: ({ status, detail }) => ({
		message: `The base URL redirects elsewhere (${status})`,
		description: sentences(
			'The service itself does not redirect, and the access token is never sent along.',
			detail && `It points to ${detail}.`,
			'Enter the final address as base URL of the credential.',
		),
	}),
	unreadable: ({ status, detail }) => ({
		message: `Unexpected response (${[status, detail].filter(Boolean).join(', ')})`,
		description:
			'A proxy or another server may have answered: check the base URL of the credential. If it is right, tell the provider what its answer lacks.',
	}),
	unreachable: ({ detail }, { service }) => ({
		message: 'The service could not be reached',
		description: `${effectOf(service) === 'send' ? 'Nothing was sent. ' : ''}Check the base URL of the credential and the network${detail ? ` (${detail})` : ''}.`,
	}),
	interrupted: ({ detail }) => ({
		message: 'The service gave no answer',
		description: `The connection ended before the whole answer was there${detail ? ` (${detail})` : ''}.`,
	}),
	timedOut,
	blocked: ({ detail }) => ({
		message: 'n8n blocked this request',
		description: `${detail ?? 'The address is forbidden'}. Check the base URL and the allowed domains of the credential.`,
	}),
	maybeAlreadySent: ({ detail }) => ({
		message: 'An earlier try or run may have sent this message already',
		description: `It is not known what became of it${detail ? `: ${detail}` : ''}.`,
	}),
	keyOfOther: () => ({
		message: 'The idempotency key stands for a message to another recipient, so this one was not sent',
		description: 'Give each message a key of its own, e.g. an order number and the recipient.',
	}),
	besideList: ({ detail = 'at its time' }) => ({
		message: `A list that this workflow's trigger started has not ended, so nothing was sent (begun ${detail})`,
		description: `Wait until its execution has ended. If n8n was stopped in it: Executions → ${detail.replace('at ', '')} → Retry. If that execution is gone, or its Retry runs nothing: turn on Send Again in Options, which sends to everybody, or execute this two days later.`,
	}),
	optOutUnknown: ({ detail = '' }) => ({
		message: `Whether the recipient has opted out is not known: ${detail}`,
		description: 'Nothing was sent for this item. Retry in the executions list reads the conversation again.',
	}),
	unrecorded: ({ detail }) => ({
		message: 'The idempotency key or campaign could not be recorded, so the message was not sent',
		description:
			detail === undefined
				? 'n8n keeps no record where an MCP Server Trigger, or an AI Agent before version 3, calls this node as a tool. Put the node into a workflow of its own, and offer that by a Call n8n Sub-Workflow Tool. Or remove the option.'
				: `n8n's database did not take it (${detail}). Save the workflow, or remove the option to send without its protection.`,
	}),
};

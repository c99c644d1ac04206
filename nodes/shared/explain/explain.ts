import type { Failure as DeclaredCause, IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../input/invalid-input';
import type { Failed } from '../operation/outcome';
import { answerLimitMs } from '../service/answer';
import { InvalidCredential } from '../service/service-address';
import type { NodeOperation } from '../operation/operation';
import { effectOf, type ServiceRequest } from '../service/service-request';
import { givenFields, type Given } from '../operation/request';
import { foreignForm, refusals, sentences, sentenceWith, type Explain, type Explanation } from './refusals';

/** What the service said, and the name under which its provider finds it. */
function serviceReason({ errorEnvelope }: Failed): string {
	if (!errorEnvelope) return '';
	const lookUp = `provider can look it up as ${errorEnvelope.id}.`;
	return errorEnvelope.reason
		? `The service says "${errorEnvelope.reason}"; its ${lookUp}`
		: `The service's ${lookUp}`;
}

function seconds(ms: number): string {
	return `${Math.round(ms / 100) / 10} s`;
}

function timedOut({ outcome, limitMs = answerLimitMs }: Failed): Explanation {
	const limit = seconds(limitMs);
	const where = 'Settings → Request Options → Timeout sets another limit, in milliseconds';
	if (outcome === 'notSent') {
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

const explanations: Record<ExplainedKind, Explain> = {
	refused: ({ status, errorEnvelope }) => ({
		message: `The service refused the request (${status})`,
		description: errorEnvelope?.reason
			? 'See what the service says; if that does not help, ask the provider.'
			: 'Ask the provider what this status means.',
	}),
	stopped: ({ outcome }) =>
		outcome === 'notSent'
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
	unknownBefore: ({ detail }) => ({
		message: 'An earlier try or run may have sent this message already',
		description: `It is not known what became of it${detail ? `: ${detail}` : ''}.`,
	}),
	keyOfOther: () => ({
		message: 'The idempotency key stands for a message to another recipient, so this one was not sent',
		description: 'Give each message a key of its own, e.g. an order number and the recipient.',
	}),
	behindOthers: ({ detail }) => ({
		message: `Another execution uses the rate of the service (for about ${detail} more)`,
		description:
			'Nothing was asked: until then, n8n would show nothing. Stop that execution in the executions list, or execute this one afterwards.',
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

/** Why a request failed: none where it is not known. A refusal in another form than the service's may come from anybody. */
function causeOf({ kind, status, errorEnvelope, retryAfterMs }: Failed): DeclaredCause | undefined {
	const timed = retryAfterMs === undefined ? {} : { retryAfterMs };
	if (['tooManyRequests', 'held'].includes(kind)) return { cause: 'rate-limited', ...timed };
	if (['serverError', 'unreachable', 'interrupted', 'timedOut'].includes(kind)) {
		return { cause: 'temporarily-unavailable', ...timed };
	}
	if (kind === 'refused' && status === 401) return { cause: 'credential-invalid' };
	const isLasting = kind === 'refused' ? errorEnvelope : ['redirected', 'blocked'].includes(kind);
	return isLasting ? { cause: 'configuration-invalid' } : undefined;
}

/** What an error means to the user that is no failed request: its own words, or what to do where it has none. */
export function explanationOf(error: unknown): Explanation {
	const { message, description } = (error ?? {}) as Partial<InvalidInput>;
	const cause = error instanceof InvalidCredential ? 'credential-invalid' : 'configuration-invalid';
	return {
		message: message || 'Something failed without a message',
		description:
			description ||
			'Look at the values and expressions of this node for this item. If they are right, the node itself is wrong: please report it.',
		cause: error instanceof InvalidInput ? { cause } : undefined,
	};
}

/** What is not known after a request that may have been carried out. */
function unknownHint({ service, ifUnknown }: NodeOperation, [first]: Given[]): string {
	const concerned = first?.isSubject && first.text;
	if (ifUnknown) return ifUnknown;
	switch (effectOf(service)) {
		case 'read':
			return '';
		case 'send':
			return `The message${concerned ? ` for ${concerned}` : ''} may or may not have been sent. A retry does not send it again, unless you turn on 'Send Again If Unknown' in Options.`;
		case 'change':
			return `The change${concerned ? ` of ${concerned}` : ''} may or may not have been made; read the present state before you repeat it.`;
	}
}

/** What a failure of `request` means to the user. */
export function explain(failure: Failed, operation: NodeOperation, request?: ServiceRequest): Explanation {
	const { kind, status = 0, errorEnvelope, outcome } = failure;
	const given = givenFields(operation, request);
	const explanation = (kind === 'refused' && refusals[status]) || explanations[kind as ExplainedKind];
	const { message, description } = explanation(failure, operation, given);
	const isForeign = kind === 'refused' && !errorEnvelope && status !== 404;
	const unknown = outcome === 'unknown' && unknownHint(operation, given);
	return {
		message,
		description: sentences(
			description,
			isForeign && `${foreignForm} check the base URL too.`,
			unknown,
			serviceReason(failure),
		),
		cause: causeOf(failure),
	};
}

/** The facts of a failure that a workflow can act on. */
export function failureDetails(failure: Failed, operation: NodeOperation): IDataObject {
	const { status, errorEnvelope, outcome } = failure;
	return {
		...(effectOf(operation.service) !== 'read' && { outcome }),
		...(status !== undefined && { status }),
		...(errorEnvelope && { errorId: errorEnvelope.id }),
		...(errorEnvelope?.apiVersion && { apiVersion: errorEnvelope.apiVersion }),
		...(errorEnvelope?.agreementUrl && { agreementUrl: errorEnvelope.agreementUrl }),
	};
}

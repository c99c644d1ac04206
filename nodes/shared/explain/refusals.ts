import type { Failure as DeclaredCause } from 'n8n-workflow';

import type { Failed } from '../operation/outcome';
import type { NodeOperation, Sentence } from '../operation/operation';
import type { Given } from '../operation/request';

export interface Explanation {
	message: string;
	description: string;
	/** Why, where n8n has a word for it: n8n spaces the polls of a trigger by them. */
	cause?: DeclaredCause;
}

export type Explain = (failure: Failed, operation: NodeOperation, given: Given[]) => Explanation;

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
export function sentenceWith(sentence: Sentence, given: Given[]): string {
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

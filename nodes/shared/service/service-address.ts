import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { serviceOperations, type OperationId } from '../contract/contract';
import { hasHiddenCharacter } from '../input/addresses';
import { InvalidInput } from '../input/invalid-input';

export const credentialType = 'phoneServiceApi';

/** A value of the credential that cannot be used, found before anything is sent. It is not quoted: it may be a secret. */
export class InvalidCredential extends InvalidInput {}

/** What the delivery needs to know of a credential; the token itself stays with n8n's authentication. */
export interface ServiceAccount {
	/** Address that every path is appended to; no trailing slash. */
	baseUrl: string;
	/** Tells accounts apart in memory without naming the token. */
	key: string;
}

const remedy =
	'Open the credential and enter the address of the service, e.g. https://api.contiguity.com, as its provider gives it.';

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address has a segment such as `..`, plain or encoded, which leads to another path than it shows. */
function hasDotSegment(address: string): boolean {
	return address.split(/[/\\]/).some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}

/** A web address that is spelled as it is meant; a URL parser takes blanks, tabs and backslashes for something else. */
function webAddress(text: string): URL {
	if (URL.canParse(text) && !/[\s\\]/.test(text) && !hasHiddenCharacter(text)) return new URL(text);
	throw new InvalidCredential('The base URL of the credential is not a web address', remedy);
}

/** The base URL of a credential without its trailing slashes (section 1). InvalidCredential when it can be none. */
export function serviceBaseUrl(value: unknown): string {
	if (typeof value !== 'string' || value.trim() === '') {
		throw new InvalidCredential('The credential has no base URL', remedy);
	}
	const text = value.trim();
	const url = webAddress(text);
	if (url.username || url.password || /[?#]/.test(text) || hasDotSegment(text)) {
		throw new InvalidCredential(
			'The base URL of the credential carries more than an address',
			'Remove sign-in data, question mark, hash and dot segments from it; the access token has a field of its own.',
		);
	}
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback.test(url.hostname))) {
		throw new InvalidCredential(
			'The base URL of the credential is not secure',
			'Use https:// so that nobody on the way can read the access token; http:// is for localhost only.',
		);
	}
	return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

/** The access token of a credential without blanks around it (section 5). InvalidCredential when it can be none. */
export function accessToken(value: unknown): string {
	const token = typeof value === 'string' ? value.trim() : value;
	if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
	if (typeof token === 'string' && /^bearer\s/i.test(token)) {
		throw new InvalidCredential(
			'The access token begins with "Bearer"',
			'Open the credential and leave out "Bearer" and the space after it: the token alone is wanted.',
		);
	}
	throw new InvalidCredential(
		token ? 'The access token contains an invalid character' : 'The credential has no access token',
		'Open the credential and paste the token again, without spaces or line breaks in it.',
	);
}

/** The account that a decrypted credential stands for. InvalidCredential when its values cannot be used. */
export function serviceAccount(credential: ICredentialDataDecryptedObject): ServiceAccount {
	const baseUrl = serviceBaseUrl(credential.baseUrl);
	const key = createHash('sha256')
		.update(`${baseUrl}\n${accessToken(credential.accessToken)}`)
		.digest('base64');
	return { baseUrl, key };
}

/** A path (section 4) with its parameters filled in as one segment each; by the rules of input, none leads elsewhere. */
export function filledPath(template: string, parameters: Record<string, string> = {}): string {
	return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

/**
 * How n8n's client makes a request of an operation. Redirects are not followed, so that the bearer header never reaches
 * another host and a send is never repeated elsewhere. Every request but a GET says that its body is JSON, also one that
 * has none (section 4.7): public material warns of errors without it.
 */
export function requestManner(operation: OperationId) {
	const { method } = serviceOperations[operation];
	const headers = method !== 'GET' && { headers: { 'Content-Type': 'application/json' } };
	return { method, ...headers, json: true, disableFollowRedirect: true };
}

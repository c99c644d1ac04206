import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { InvalidInput, quoted } from '../input/invalid-input';

/** The credential type that every node of the package uses. */
export const credentialType = 'phoneServiceApi';

/** What the delivery needs to know of a credential; the token itself stays with n8n's authentication. */
export interface ServiceAccount {
	/** Address that every path is appended to; no trailing slash. */
	baseUrl: string;
	/** Tells accounts apart in memory without naming the token. */
	key: string;
}

const remedy =
	'Open the credential and enter the address of the service, e.g. https://api.example.com, as its provider gives it.';

function isLoopback(hostname: string): boolean {
	return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/**
 * The base URL of a credential without its trailing slash (section 1). InvalidInput when it is no web address,
 * carries more than an address, or is not https although the service is on another machine.
 */
export function serviceBaseUrl(value: unknown): string {
	if (typeof value !== 'string' || value.trim() === '') {
		throw new InvalidInput('The credential has no base URL', remedy);
	}
	if (!URL.canParse(value.trim())) {
		throw new InvalidInput(`The base URL of the credential is not a web address: ${quoted(value)}`, remedy);
	}
	const url = new URL(value.trim());
	if (url.username || url.password || url.search || url.hash) {
		throw new InvalidInput(
			'The base URL of the credential carries more than an address',
			'Remove sign-in data, question mark and hash from it; the access token has a field of its own.',
		);
	}
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
		throw new InvalidInput(
			`The base URL of the credential is not secure: ${quoted(value)}`,
			'Use https:// so that nobody on the way can read the access token; http:// is for localhost only.',
		);
	}
	return url.href.replace(/\/+$/, '');
}

/** The access token of a credential (section 5). InvalidInput when it cannot stand in a header. */
export function accessToken(value: unknown): string {
	if (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)) return value;
	throw new InvalidInput(
		value ? 'The access token has a character that no token has' : 'The credential has no access token',
		'Open the credential and paste the token again, without spaces or line breaks around it.',
	);
}

/** The account that a decrypted credential stands for. InvalidInput when its values cannot be used. */
export function serviceAccount(credential: ICredentialDataDecryptedObject): ServiceAccount {
	const baseUrl = serviceBaseUrl(credential.baseUrl);
	const key = createHash('sha256')
		.update(`${baseUrl}\n${accessToken(credential.accessToken)}`)
		.digest('base64');
	return { baseUrl, key };
}

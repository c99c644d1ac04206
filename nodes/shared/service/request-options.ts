import {
	getCredentialAllowedDomains,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
} from 'n8n-workflow';

import { InvalidInput, quote } from '../input/invalid-input';
import { numberIn } from '../input/values';

/** What n8n's client has a proxy for; it takes every other one for none, and goes without. */
const proxyProtocols = ['http:', 'https:'];

/** Whether the percent-encoding of a text can be taken out. */
export function isEncoded(text: string): boolean {
	try {
		decodeURIComponent(text);
		return true;
	} catch {
		return false;
	}
}

/** The proxy at an address. Name and password stay as they are written in it: n8n's client decodes them. */
function proxyOf(value: unknown): IHttpRequestOptions['proxy'] {
	const address = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
	if (!address || !proxyProtocols.includes(address.protocol)) {
		const withoutName = typeof value === 'string' ? value.replace(/^.*@/s, '…@') : value;
		throw new InvalidInput(
			`The proxy of the request options is not an address: ${quote(withoutName)}`,
			'Give an address such as http://myproxy:3128, beginning with http:// or https://.',
		);
	}
	const { hostname, port, protocol, username, password } = address;
	if (!isEncoded(`${username} ${password}`)) {
		throw new InvalidInput(
			'The proxy of the request options has a % in its name or password that stands for no character',
			'Write %25 in place of the %.',
		);
	}
	const byDefault = protocol === 'https:' ? 443 : 80;
	return {
		host: hostname,
		port: port === '' ? byDefault : Number(port),
		protocol: protocol.replace(/:$/, ''),
		...(username && { auth: { username, password } }),
	};
}

/** A day at most: no timer of Node.js is far longer. */
const milliseconds = { min: 0, max: 86_400_000, isWhole: false };

/** How items are started: some, then a pause in milliseconds. */
function batchingOf(value: unknown) {
	const { batchSize = 50, batchInterval = 1000 } = ((value as IDataObject)?.batch ?? {
		batchInterval: 0,
	}) as Record<string, number>;
	const label = 'Request Options → Batch Interval';
	const intervalMs = numberIn(label, batchInterval, milliseconds, 'remove it');
	return { size: Math.max(1, batchSize), intervalMs: batchSize < 0 ? 0 : intervalMs };
}

/** The limit of one request in milliseconds; 0 and nothing stand for that of the delivery. */
function timeoutOf(value: unknown): Pick<IHttpRequestOptions, 'timeout'> {
	if (value === undefined || value === null || value === '') return {};
	const ms = numberIn('Request Options → Timeout', value, milliseconds, 'remove it');
	return ms > 0 ? { timeout: Math.ceil(ms) } : {};
}

/**
 * What n8n's parameter *Request Options* says, which every declarative node has, and for n8n's check of each request, which
 * domains the credential allows.
 * InvalidInput for a value that is none, or a proxy that n8n's client would leave out; n8n's error when the credential's
 * list of domains is empty.
 */
export function requestSettings(
	node: INode,
	credentialData: ICredentialDataDecryptedObject,
	parameter?: unknown,
) {
	const { timeout, proxy, allowUnauthorizedCerts, batching } = (parameter ?? {}) as IDataObject;
	const allowedDomains = getCredentialAllowedDomains({ node, credentialData, credentialOwnedSurface: true });
	const http: Partial<IHttpRequestOptions> = {
		...timeoutOf(timeout),
		...(Boolean(proxy) && { proxy: proxyOf(proxy) }),
		...(allowUnauthorizedCerts === true && { skipSslCertificateValidation: true }),
		...(allowedDomains !== undefined && { allowedDomains }),
	};
	return { http, batching: batchingOf(batching) };
}

import { Contiguity } from 'contiguity';

import { demoToken } from '../../simulator/accounts';
import { leased } from './leased-numbers';
import { simulator } from './simulator-of-file';

/** The one address that the client knows. */
export const clientAddress = 'https://api.contiguity.com';

const tokenStart = 'contiguity_sk_';

/**
 * The client that a provider of such a service publishes, for the simulator: what it asks and reads is not our reading of the
 * interface. It writes another word before the token.
 */
export function providerClient(token = demoToken): Contiguity {
	const { fetch } = globalThis;
	jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, request) => {
		if (!String(url).startsWith(clientAddress)) return await fetch(url, request);
		const headers = new Headers(request?.headers);
		const authorization = headers.get('authorization') ?? '';
		headers.set('authorization', authorization.replace(`Token ${tokenStart}`, 'Bearer '));
		return await fetch(String(url).replace(clientAddress, simulator().url), { ...request, headers });
	});
	return new Contiguity(`${tokenStart}${token}`);
}

/** A person, and the leased number that writes to them. */
export const [person, number] = ['+12065550133', leased.whatsapp];

export const hello = { to: person, from: number, message: 'Hello' };

export const [anyText, anyNumber]: unknown[] = [expect.any(String), expect.any(Number)];

/** A text that the pattern finds. */
export function like(pattern: string): unknown {
	return expect.stringMatching(pattern);
}

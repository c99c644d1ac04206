import http from 'node:http';
import type { AddressInfo } from 'node:net';

import { credential, leased, runNode, simulator, useSimulator } from '../support/simulated';
import type { FaultEffect } from '../../simulator/faults';

useSimulator();

const token = 'demo-token';
const send = {
	operation: 'sendImessage',
	to: '+12025550199',
	message: 'Hello',
	from: leased.imessage,
	options: { messagesPerSecond: 0, tries: 1, giveUpAfter: 0 },
};

async function failing(fault: FaultEffect) {
	simulator().fault({ ...fault, times: 0 });
	const finished = await runNode('phoneServiceMessaging', send);
	expect(finished.error).toBeDefined();
	expect(finished.stored()).not.toContain(token);
	return finished.error;
}

describe('errors (sections 2.2 and 7)', () => {
	test.each<[number, RegExp, RegExp, string]>([
		[400, /400 Bad Request/, /numbers, addresses, attachments/, 'rejected'],
		[401, /access token.*401/, /access token anew/, 'rejected'],
		[403, /403 Forbidden/, /leases for iMessage.*fast_track/, 'rejected'],
		[404, /404/, /base URL/, 'rejected'],
		[429, /429/, /rate/, 'rejected'],
		[500, /500 Internal Server Error/, /may or may not have been sent/, 'unknown'],
		[503, /503/, /may or may not have been sent/, 'unknown'],
	])(
		'%i says what happened and what to do, with the facts of the envelope',
		async (status, message, description, outcome) => {
			const error = await failing({ kind: 'status', status });
			expect(error?.message).toMatch(message);
			expect(error?.description).toMatch(description);
			expect(error?.httpCode).toBe(String(status));
			expect(error?.context).toMatchObject({
				outcome,
				status,
				errorId: expect.stringMatching(/^err_/),
				apiVersion: expect.stringMatching(/^v\d/),
			});
		},
	);

	test('agreement_url tells which agreement to accept first (from public material)', async () => {
		const url = 'https://service.example/agreements/terms';
		const error = await failing({ kind: 'status', status: 403, agreementUrl: url });
		expect(error?.description).toContain(url);
		expect(error?.context).toMatchObject({ agreementUrl: url });
	});

	test.each<[FaultEffect['kind'], FaultEffect]>([
		['malformed', { kind: 'malformed' }],
		['html', { kind: 'html' }],
		['wrongObject', { kind: 'wrongObject' }],
	])('a 200 that is no success envelope (%s) is no success (section 2.1)', async (_, fault) => {
		const error = await failing(fault);
		expect(error?.message).toMatch(/not one of the service/);
		expect(error?.context).toMatchObject({ outcome: 'unknown', status: 200 });
	});

	test('nobody at the address', async () => {
		const finished = await runNode('phoneServiceMessaging', send, { baseUrl: 'http://127.0.0.1:1' });
		expect(finished.error?.message).toBe('The service could not be reached');
		expect(finished.error?.description).toMatch(/Nothing was sent.*ECONNREFUSED/);
		expect(finished.error?.context).toMatchObject({ outcome: 'notSent' });
	});

	test('n8n leaves the message alone when a value of the user holds an error code', async () => {
		const finished = await runNode('phoneServiceMessaging', { ...send, to: 'preexisting ENOENT customer' });
		expect(finished.error?.message).toBe('To is not an E.164 phone number: "preexisting ENOENT customer"');
	});

	test.each(['http://service.example', 'nonsense'])('the base URL %s is refused', async (baseUrl) => {
		const finished = await runNode('phoneServiceMessaging', send, { baseUrl });
		expect(finished.error?.message).toMatch(/^The base URL of the credential is not/);
		expect(finished.error?.context).toMatchObject({ outcome: 'notSent' });
	});

	test.each(['', 'with space', 'with\nbreak'])('the token %j is refused and not shown', async (bad) => {
		const finished = await runNode('phoneServiceMessaging', send, { token: bad });
		expect(finished.error?.message).toMatch(/access token/);
		if (bad) expect(finished.stored()).not.toContain(bad);
	});
});

describe('redirects', () => {
	let other: http.Server;
	let seen: Array<string | undefined>;

	beforeEach(async () => {
		seen = [];
		other = http.createServer((request, response) => {
			seen.push(request.headers.authorization);
			response.end('{}');
		});
		await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
	});
	afterEach(() => other.close());

	test.each([
		[301, 'unknown'],
		[302, 'unknown'],
		[303, 'unknown'],
		[307, 'notSent'],
		[308, 'notSent'],
	])('a %i to another host carries nothing along; outcome %s', async (status, outcome) => {
		const location = `http://localhost:${(other.address() as AddressInfo).port}/elsewhere`;
		const error = await failing({ kind: 'redirect', status, location });
		expect(seen).toEqual([]);
		expect(error?.message).toMatch(/redirects elsewhere/);
		expect(error?.description).toContain(location);
		expect(error?.context).toMatchObject({ outcome, status });
	});
});

test('the token is in no output and no stored data of a good run', async () => {
	const finished = await runNode('phoneServiceMessaging', {
		...send,
		options: { wholeResponse: true, messagesPerSecond: 0 },
	});
	expect(finished.json()).toHaveLength(1);
	expect(finished.stored()).not.toContain(credential().accessToken);
});

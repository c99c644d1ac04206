import type { IDataObject } from 'n8n-workflow';

import type { OperationId } from '../../nodes/shared/contract/contract';
import { explain } from '../../nodes/shared/explain/explain';
import { sendImessage } from '../../nodes/Messaging/messaging.operations';
import { retries, retryDecision } from '../../nodes/shared/rate/tries';
import { answerOf, type Answer, type Failure } from '../../nodes/shared/service/answer';
import { tokenMask } from '../../nodes/shared/service/body';
import { retryAfterMs } from '../../nodes/shared/service/times';
import { connectionFailure } from '../../nodes/shared/service/connection-failure';

const token = 'secret-token';
const envelope = {
	id: 'req_1',
	timestamp: 1_795_217_098_601,
	api_version: 'v2026.11.20',
	object: 'response',
	data: { message_id: 'imsg_1' },
};

const rateBackoffMs = 700;

/** What follows from a failure at the `tries`-th of four tries. */
function decision(failure: Failure, operation: OperationId = 'sendImessage', tries = 1) {
	return retryDecision(failure, operation, { tries, waitedMs: 0 }, rateBackoffMs);
}

function isRepeated(failure: Failure, operation: OperationId): boolean {
	return decision(failure, operation).again;
}

function answer(statusCode: number, body: unknown, headers: IDataObject = {}): Answer {
	return answerOf({ statusCode, headers, body }, tokenMask(token));
}

describe('a request without an answer', () => {
	test.each([
		['ECONNREFUSED', 'connect', 'notSent'],
		['ENOTFOUND', 'getaddrinfo', 'notSent'],
		['ETIMEDOUT', 'connect', 'notSent'],
		['EHOSTUNREACH', 'connect', 'notSent'],
		['EHOSTUNREACH', 'read', 'unknown'],
		['ENETDOWN', 'write', 'unknown'],
		['ETIMEDOUT', 'read', 'unknown'],
		['ECONNRESET', 'read', 'unknown'],
		['ECONNABORTED', undefined, 'unknown'],
		['ERR_SOMETHING_NEW', undefined, 'unknown'],
	])('%s during %s: %s', (code, syscall, is) => {
		const failure = connectionFailure({ message: 'wrapped', cause: { code, syscall } });
		expect(failure.is).toBe(is);
		expect(isRepeated(failure, 'sendImessage')).toBe(is === 'notSent');
		expect(isRepeated(failure, 'lookUpNumber')).toBe(true);
	});

	const small = { bytesWritten: 255, writableLength: 255 };

	test.each<[string, object, string]>([
		['no socket yet', { writableFinished: false, socket: null }, 'notSent'],
		['no TLS yet', { writableFinished: false, socket: { secureConnecting: true } }, 'notSent'],
		['all of it still in the socket', { writableFinished: false, socket: small }, 'notSent'],
		['all of it written', { writableFinished: true, socket: { ...small, writableLength: 0 } }, 'unknown'],
		['a part written', { writableFinished: false, socket: { ...small, writableLength: 100 } }, 'unknown'],
		[
			'too long to tell',
			{ writableFinished: false, socket: { bytesWritten: 99_999, writableLength: 99_999 } },
			'unknown',
		],
		['a client that shows no socket', {}, 'unknown'],
	])('the time is up, %s', (_, request, is) => {
		const failure = connectionFailure({ cause: { code: 'ERR_CANCELED', request } }, 'timedOut');
		expect(failure).toMatchObject({ kind: 'timedOut', is });
		expect([isRepeated(failure, 'sendImessage'), isRepeated(failure, 'lookUpNumber')]).toEqual([
			false,
			false,
		]);
	});
});

describe('Retry-After', () => {
	const now = Date.parse('2026-11-20T12:00:00Z');
	const asked = (header: unknown, date?: unknown) =>
		retryAfterMs({ 'retry-after': header, date } as IDataObject);

	beforeEach(() => {
		jest.spyOn(Date, 'now').mockReturnValue(now);
	});

	const none = undefined;
	const later = 'Fri, 20 Nov 2026 13:00:00 GMT';

	test.each<[header: string, date: string | undefined, seconds: number]>([
		['7', none, 7],
		['3600', later, 3600],
		['86400', none, 86_400],
		['Fri, 20 Nov 2026 12:00:05 GMT', none, 5],
		['Fri, 20 Nov 2026 13:00:05 GMT', later, 5],
		['1795176030', none, 30],
		['1795176030000', none, 30],
		['1795179630', later, 30],
		['1895000000', none, 86_400],
	])('%s in an answer of %p asks to wait %d s', (header, date, seconds) => {
		expect(asked(header, date)).toBe(seconds * 1000);
	});

	test.each([
		'soon',
		undefined,
		'',
		'0',
		'-10',
		'1e3',
		new Date(0).toUTCString(),
		['7'],
		'1795175999',
		'1795175999000',
		'9'.repeat(400),
	])('%p asks for no wait, so ours counts', (header) => {
		expect(asked(header)).toBeUndefined();
	});

	test('the waits before the retries of a request add up to two minutes at most', () => {
		const busy: Failure = {
			is: 'unknown',
			kind: 'serverError',
			status: 503,
			retryAfterMs: 61_000,
		};
		const patience = { tries: 10, waitMs: retries.waitMs };
		const again = (waitedMs: number) =>
			retryDecision(busy, 'lookUpNumber', { tries: 2, waitedMs }, 0, patience).again;
		expect([again(0), again(59_000), again(61_000)]).toEqual([true, true, false]);
	});
});

const said = { ...envelope, id: 'err_1', object: 'error', data: { error: 'No' } };

test.each<[Answer, object | undefined]>([
	[answer(403, '<html>'), undefined],
	[answer(503, said, { 'retry-after': '5' }), { cause: 'temporarily-unavailable', retryAfterMs: 5000 }],
	[answer(200, '<html>'), undefined],
	[answer(302, ''), { cause: 'configuration-invalid' }],
	[connectionFailure({ code: 'ECONNREFUSED' }), { cause: 'temporarily-unavailable' }],
	[connectionFailure({ code: 'ECONNRESET' }), { cause: 'temporarily-unavailable' }],
	[connectionFailure(undefined, 'timedOut'), { cause: 'temporarily-unavailable' }],
	[connectionFailure(undefined, 'stopped'), undefined],
])('%j: n8n is told why, in its own words: %j', (failed, cause) => {
	expect(explain(failed as Failure, sendImessage).cause).toEqual(cause);
});

test.each([
	[
		404,
		'<html>',
		/The answer does not have the form of the service.*check the base URL of the credential\.$/,
	],
	[401, '<html>', /access token again.*check the base URL too\.$/],
	[403, '<html>', /leases no number for iMessage.*check the base URL too\.$/],
	[418, '<html>', /^The service refused the request \(418\): Ask the provider.*check the base URL too\.$/],
	[418, said, /^The service refused the request \(418\): See what the service says; .*"No"/],
])('a refusal that the interface does not have: %i %j', (status, body, text) => {
	const { message, description } = explain(answer(status, body) as Failure, sendImessage);
	expect(`${message}: ${description}`).toMatch(text);
});

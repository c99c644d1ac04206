import type { OperationId } from '../../nodes/shared/contract/contract';
import { explain, explanationOf } from '../../nodes/shared/failure/explain';
import { sendImessage } from '../../nodes/Messaging/send-imessage.operation';
import { InvalidInput } from '../../nodes/shared/input/invalid-input';
import { retryDecision, type Decision } from '../../nodes/shared/delivery/request/retry';
import { checkedAnswer } from '../../nodes/shared/operation/request';
import { answerOf, tokenMask, type Answer, type Failure } from '../../nodes/shared/service/answer';
import { connectionFailure } from '../../nodes/shared/service/connection-failure';
import { retryAfterMs } from '../../nodes/shared/service/retry-after';
import { accessToken, InvalidCredential } from '../../nodes/shared/service/service-address';

const token = 'secret-token';
const envelope = {
	id: 'req_1',
	timestamp: 1_795_217_098_601,
	api_version: 'v2026.11.20',
	object: 'response',
	data: { message_id: 'imsg_1' },
};

const refused = { ok: false, kind: 'tooManyRequests', outcome: 'rejected', status: 429 } as const;
const rateBackoffMs = 700;
const patience = { tries: 4, waitMs: 120_000, refusedMs: 600_000 };

/** What follows from a failure at the `tries`-th of four tries. */
function decision(failure: Failure, operation: OperationId = 'sendImessage', tries = 1): Decision {
	return retryDecision(failure, operation, { tries, waitedMs: 0 }, patience, rateBackoffMs);
}

function isRepeated(failure: Failure, operation: OperationId): boolean {
	return decision(failure, operation).again;
}

function answer(statusCode: number, body: unknown, headers: Record<string, unknown> = {}): Answer {
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
	])('%s during %s: %s', (code, syscall, outcome) => {
		const failure = connectionFailure({ message: 'wrapped', cause: { code, syscall } });
		expect(failure.outcome).toBe(outcome);
		expect(isRepeated(failure, 'sendImessage')).toBe(outcome === 'notSent');
		expect(isRepeated(failure, 'lookUpNumber')).toBe(true);
	});

	test('every address of a name was tried in vain', () => {
		const errors = [
			{ code: 'ETIMEDOUT', syscall: 'connect' },
			{ code: 'ENETUNREACH', syscall: 'connect' },
		];
		const failure = connectionFailure({ cause: { code: 'ETIMEDOUT', errors } });
		expect(failure).toMatchObject({ kind: 'unreachable', outcome: 'notSent' });
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
	])('the time is up, %s', (_, request, outcome) => {
		const failure = connectionFailure({ cause: { code: 'ERR_CANCELED', request } }, 'timedOut');
		expect(failure).toMatchObject({ kind: 'timedOut', outcome });
		expect([isRepeated(failure, 'sendImessage'), isRepeated(failure, 'lookUpNumber')]).toEqual([
			false,
			false,
		]);
	});

	test('an error that causes itself is read to its end', () => {
		const error: { cause?: unknown } = {};
		error.cause = error;
		expect(connectionFailure(error).outcome).toBe('unknown');
		expect(connectionFailure(undefined).outcome).toBe('unknown');
	});
});

describe('a redirect may follow a processed request (301, 302, 303) or not (307, 308)', () => {
	test.each([
		[301, 'unknown'],
		[303, 'unknown'],
		[308, 'notSent'],
	])('%i: %s', (status, outcome) => {
		expect(answer(status, '')).toMatchObject({ kind: 'redirected', outcome });
	});
});

describe('a success is the whole success envelope (section 2.1)', () => {
	test('with its data', () => {
		expect(answer(200, envelope)).toEqual({ ok: true, envelope });
	});

	test.each<[string, object, string]>([
		['another object', { object: 'list' }, 'no success envelope'],
		['no data', { data: null }, 'no success envelope'],
		['data that is a list', { data: [] }, 'no success envelope'],
		['no id', { id: 1 }, 'no request ID'],
		['an id without end', { id: 'x'.repeat(1e6) }, 'no request ID'],
		['a time beyond every date', { timestamp: 1e300 }, 'no time'],
		['a time that is none', { timestamp: '1795217098601' }, 'no time'],
		['a version without end', { api_version: 'v'.repeat(1e6) }, 'no version'],
	])('%s', (_, change, detail) => {
		expect(answer(200, { ...envelope, ...change })).toEqual({
			ok: false,
			kind: 'unreadable',
			outcome: 'unknown',
			status: 200,
			detail,
		});
	});

	test.each([[{}], ['imsg_1'], [''], [7], ['x'.repeat(101)], ['imsg_\n1'], [null], [undefined]])(
		'a send with the message id %p was not surely accepted (section 2.5)',
		(id) => {
			const given = answer(200, { ...envelope, data: { message_id: id } });
			const outcome = id === 'imsg_1' ? { ok: true } : { outcome: 'unknown', detail: 'no message ID' };
			expect(checkedAnswer(sendImessage, given)).toMatchObject(outcome);
		},
	);
});

describe('what the service says is cut and masked before it is shown or kept', () => {
	const error = { ...envelope, id: 'err_1', object: 'error' };

	test('an error envelope (section 2.2)', () => {
		const data = { error: `No: ${token}`, status: 403, agreement_url: `https://x.example/${token}` };
		const given = answer(403, { ...error, data });
		expect(given).toMatchObject({
			kind: 'refused',
			said: { id: 'err_1', reason: 'No: ***', agreementUrl: 'https://x.example/***' },
		});
		expect(JSON.stringify(given)).not.toContain(token);
	});

	test('a text without end, with line breaks and an address that is none', () => {
		const data = { error: `a\n\u202eb${'x'.repeat(1e6)}`, agreement_url: 'javascript:alert(1)' };
		const given = answer(500, { ...error, api_version: 'v'.repeat(1e6), data });
		expect(JSON.stringify(given).length).toBeLessThan(1000);
		expect(given).toMatchObject({ said: { reason: expect.stringMatching(/^a {2}bx+…$/) } });
		expect(JSON.stringify(given)).not.toContain('javascript');
	});

	test('the target of a redirect', () => {
		expect(answer(302, '', { location: `https://x.example/?t=${token}` })).toMatchObject({
			detail: 'https://x.example/?t=***',
		});
	});

	test('the data of a success, names and all', () => {
		const data = { message_id: 'imsg_1', [token]: [{ deep: `Bearer ${token}` }] };
		expect(answer(200, { ...envelope, data })).toMatchObject({
			envelope: { data: { message_id: 'imsg_1', '***': [{ deep: 'Bearer ***' }] } },
		});
	});

	test('what is nested without end, and names that change an object', () => {
		const nested = JSON.parse(`${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`);
		const data = { ...JSON.parse('{"__proto__": {"polluted": true}}'), nested };
		const given = answer(200, { ...envelope, data });
		expect(JSON.stringify(given).length).toBeLessThan(1000);
		expect(JSON.stringify(given)).not.toContain('polluted');
	});
});

describe('Retry-After', () => {
	test('seconds and HTTP dates', () => {
		expect(retryAfterMs('7')).toBe(7000);
		expect(retryAfterMs(' 1.5 ')).toBe(1500);
		expect(retryAfterMs(new Date(Date.now() + 5000).toUTCString())).toBeGreaterThan(3000);
		expect(retryAfterMs('9'.repeat(400))).toBe(86_400_000);
	});

	test.each(['soon', undefined, '', '0', '-10', '-1.5', '1e3', '0x10', new Date(0).toUTCString(), ['7']])(
		'%p asks for no wait, so ours counts',
		(header) => {
			expect(retryAfterMs(header)).toBeUndefined();
		},
	);

	test('goes before backoff; backoff grows, jitters and is bounded', () => {
		const failure = { ok: false, kind: 'unreachable', outcome: 'notSent' } as const;
		expect(decision({ ...failure, retryAfterMs: 9000 }).afterMs).toBe(9000);
		for (let tries = 1; tries < 20; tries += 1) {
			const { afterMs } = decision(failure, 'sendImessage', tries);
			expect(afterMs).toBeGreaterThanOrEqual(0);
			expect(afterMs).toBeLessThanOrEqual(Math.min(30_000, 500 * 2 ** (tries - 1)));
			expect(Number.isInteger(afterMs)).toBe(true);
		}
	});

	test.each([undefined, 0, 1, 400])('of %s ms: never a request without a wait after a 429', (asked) => {
		const { again, afterMs, countsAsTry } = decision({ ...refused, retryAfterMs: asked });
		expect([again, countsAsTry]).toEqual([true, false]);
		expect(afterMs).toBeGreaterThanOrEqual(500);
	});

	test('a 429 to an operation without a rate of its own is one of the tries', () => {
		expect(decision(refused, 'checkFaceTimeAvailability', 4)).toMatchObject({
			again: false,
			countsAsTry: true,
		});
		expect(decision(refused, 'checkFaceTimeAvailability', 3).again).toBe(true);
	});
});

describe('n8n is told why, in its own words', () => {
	const said = { ...envelope, id: 'err_1', object: 'error', data: { error: 'No' } };

	test.each<[Answer, object | undefined]>([
		[answer(400, said), { cause: 'configuration-invalid' }],
		[answer(401, said), { cause: 'credential-invalid' }],
		[answer(403, said), { cause: 'configuration-invalid' }],
		[answer(403, '<html>'), undefined],
		[answer(429, said), { cause: 'rate-limited' }],
		[answer(429, said, { 'retry-after': '90' }), { cause: 'rate-limited', retryAfterMs: 90_000 }],
		[answer(503, said, { 'retry-after': '5' }), { cause: 'temporarily-unavailable', retryAfterMs: 5000 }],
		[answer(200, '<html>'), undefined],
		[answer(302, ''), { cause: 'configuration-invalid' }],
		[connectionFailure({ code: 'ECONNREFUSED' }), { cause: 'temporarily-unavailable' }],
		[connectionFailure({ code: 'ECONNRESET' }), { cause: 'temporarily-unavailable' }],
		[connectionFailure(undefined, 'timedOut'), { cause: 'temporarily-unavailable' }],
		[connectionFailure(undefined, 'stopped'), undefined],
	])('%j: %j', (failed, cause) => {
		expect(explain(failed as Failure, sendImessage).cause).toEqual(cause);
	});

	test('a field or a credential that cannot be used; a fault of the language says nothing', () => {
		expect(explanationOf(new InvalidInput('To is empty', 'Fill it.')).cause).toEqual({
			cause: 'configuration-invalid',
		});
		expect(() => accessToken('')).toThrow(InvalidCredential);
		expect(explanationOf(new InvalidCredential('No token', 'Fill it.')).cause).toEqual({
			cause: 'credential-invalid',
		});
		expect(explanationOf(new TypeError('x is not a function')).cause).toBeUndefined();
	});
});

describe('a 404 and other refusals in another form than that of the service', () => {
	test.each([
		[404, /^The answer does not have the form of the service.*check the base URL of the credential\.$/],
		[401, /access token again.*check the base URL too\.$/],
		[403, /leases no number for iMessage.*check the base URL too\.$/],
	])('%i: another server may have answered', (status, description) => {
		expect(explain(answer(status, '<html>') as Failure, sendImessage).description).toMatch(description);
	});
});

describe('every error has a message and a description', () => {
	const circular: { self?: unknown } = {};
	circular.self = circular;

	test.each([
		[new TypeError('x is not a function')],
		[new Error('')],
		[undefined],
		[null],
		['text'],
		[circular],
		[{ message: 7 }],
	])('%p', (error) => {
		const { message, description } = explanationOf(error);
		expect(message).toBeTruthy();
		expect(description).toBeTruthy();
	});

	test('the time limit is named, and where to change it', () => {
		const failure = connectionFailure(undefined, 'timedOut');
		expect(explain({ ...failure, limitMs: 2500 }, sendImessage)).toMatchObject({
			message: 'The service did not answer completely within 2.5 s',
			description: expect.stringMatching(
				/Settings → Request Options → Timeout.*may or may not have been sent/,
			),
		});
	});
});

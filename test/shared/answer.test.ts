import { answerOf, connectionFailure, retryAfterMs } from '../../nodes/shared/service/answer';
import { mayRetry, retryDelayMs } from '../../nodes/shared/delivery/request/retry';

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
		const failure = connectionFailure({ message: 'wrapped', cause: { code, syscall } }, false);
		expect(failure.outcome).toBe(outcome);
		expect(mayRetry(failure, 'send')).toBe(outcome === 'notSent');
		expect(mayRetry(failure, 'read')).toBe(true);
	});
});

describe('a redirect may follow a processed request (301, 302, 303) or not (307, 308)', () => {
	test.each([
		[301, 'unknown'],
		[303, 'unknown'],
		[308, 'notSent'],
	])('%i: %s', (statusCode, outcome) => {
		expect(answerOf({ statusCode, headers: {}, body: '' })).toMatchObject({ kind: 'redirected', outcome });
	});
});

describe('Retry-After', () => {
	test('seconds and HTTP dates', () => {
		expect(retryAfterMs('7')).toBe(7000);
		expect(retryAfterMs(new Date(Date.now() + 5000).toUTCString())).toBeGreaterThan(3000);
		expect(retryAfterMs(new Date(0).toUTCString())).toBe(0);
		expect(retryAfterMs('soon')).toBeUndefined();
		expect(retryAfterMs(undefined)).toBeUndefined();
	});

	test('goes before backoff; backoff grows, jitters and is bounded', () => {
		const failure = { ok: false, kind: 'tooManyRequests', outcome: 'rejected' } as const;
		expect(retryDelayMs({ ...failure, retryAfterMs: 9000 }, 1)).toBe(9000);
		for (let tried = 1; tried < 20; tried += 1) {
			const delay = retryDelayMs(failure, tried);
			expect(delay).toBeGreaterThanOrEqual(0);
			expect(delay).toBeLessThanOrEqual(Math.min(30_000, 500 * 2 ** (tried - 1)));
		}
	});
});

import type { AxiosError } from 'axios';
import type { FaultOrder } from '../../simulator/faults';
import { leased } from '../support/leased-numbers';
import { idsByService, serviceOf } from '../support/operations';
import { acceptedRequest, caller, get, inPath, ordinary, post, simulator, useSimulator } from './support';

useSimulator();

interface Expected {
	status?: number;
	code?: string;
	processed: boolean;
}

const faults: Array<[FaultOrder, Expected]> = [
	[
		{ kind: 'status', status: 500 },
		{ status: 500, processed: false },
	],
	[
		{ kind: 'status', status: 503, processed: true },
		{ status: 503, processed: true },
	],
	[{ kind: 'resetBefore' }, { code: 'ECONNRESET', processed: false }],
	[{ kind: 'resetAfter' }, { code: 'ECONNRESET', processed: true }],
	[{ kind: 'malformed' }, { status: 200, processed: true }],
	[{ kind: 'html' }, { status: 200, processed: true }],
	[{ kind: 'wrongObject' }, { status: 200, processed: true }],
	[
		{ kind: 'redirect', status: 307, location: '/elsewhere' },
		{ status: 307, processed: false },
	],
];

async function send() {
	return await post('/send/imessage', { to: ordinary, message: 'Hello' });
}

describe('faults on demand', () => {
	test.each(faults)('%j', async (order, { status, code, processed }) => {
		simulator().fault(order);
		const outcome: { code?: string; status?: number } = await send().catch((error: AxiosError) => error);
		expect(outcome.code).toBe(code);
		expect(outcome.status).toBe(status);
		expect(simulator().outbox).toHaveLength(processed ? 1 : 0);
		expect(simulator().requests).toMatchObject([{ answeredStatus: status ?? null }]);
		expect((await send()).status).toBe(200);
	});

	test.each(idsByService)('%s is struck by its own faults only', async (id) => {
		const operationId = serviceOf(id);
		for (const other of idsByService.filter((one) => one !== id)) {
			simulator().fault({ kind: 'status', status: 500, match: { operationId: serviceOf(other) } });
		}
		expect((await acceptedRequest(id)).status).toBe(200);
		simulator().fault({ kind: 'status', status: 502, match: { operationId } });
		expect((await acceptedRequest(id)).status).toBe(502);
	});

	test.each([
		[1, [500, 200]],
		[2, [500, 500, 200]],
		[0, [500, 500, 500, 500]],
	])('strikes %i times', async (times, expected) => {
		const fault = simulator().fault({ kind: 'status', status: 500, times });
		const statuses = [];
		while (statuses.length < expected.length) statuses.push((await send()).status);
		expect(statuses).toEqual(expected);
		expect(fault.struck).toBe(expected.filter((status) => status === 500).length);
		simulator().clearFaults();
		expect((await send()).status).toBe(200);
	});

	test('strikes a recipient', async () => {
		simulator().fault({ kind: 'status', status: 500, times: 0, match: { recipient: 'guest@example.com' } });
		expect((await send()).status).toBe(200);
		expect((await post('/send/imessage', { to: 'guest@example.com', message: 'Hello' })).status).toBe(500);
		expect((await get('/facetime/availability/guest%40example.com')).status).toBe(500);
	});

	test('strikes a number in the path', async () => {
		simulator().fault({ kind: 'status', status: 500, times: 0, match: { number: leased.immediate } });
		expect((await post(`/numbers/${inPath(leased.immediate)}/configure`, {})).status).toBe(500);
		expect((await acceptedRequest('getCallForwarding')).status).toBe(500);
		expect((await get(`/intelligence/${inPath(ordinary)}`)).status).toBe(200);
	});

	test.each([2, 'Fri, 20 Nov 2026 12:00:30 GMT'])('carries Retry-After: %s', async (retryAfter) => {
		simulator().fault({ kind: 'status', status: 429, retryAfter });
		expect((await send()).headers['retry-after']).toBe(String(retryAfter));
	});

	test('carries an agreement_url', async () => {
		simulator().fault({ kind: 'status', status: 403, agreementUrl: 'https://example.com/agreements/lease' });
		expect((await send()).data.data).toEqual({
			error: 'Forbidden',
			status: 403,
			agreement_url: 'https://example.com/agreements/lease',
		});
	});

	test('redirects to another place', async () => {
		simulator().fault({ kind: 'redirect', status: 302, location: 'http://127.0.0.1:9/' });
		expect((await send()).headers.location).toBe('http://127.0.0.1:9/');
	});

	test('latency delays a request and lets further faults strike it', async () => {
		simulator().fault({ kind: 'latency', ms: 80 });
		simulator().fault({ kind: 'status', status: 500 });
		const started = performance.now();
		expect((await send()).status).toBe(500);
		expect(performance.now() - started).toBeGreaterThan(75);
	});

	test('the latency setting delays every request', async () => {
		simulator().set({ latencyMs: 60 });
		const started = performance.now();
		expect((await send()).status).toBe(200);
		expect(performance.now() - started).toBeGreaterThan(55);
	});

	test.each([
		[false, 0],
		[true, 1],
	])('a timeout (processed: %s) never answers', async (processed, arrived) => {
		simulator().fault({ kind: 'timeout', processed });
		const sent = caller().post('/send/imessage', { to: ordinary, message: 'Hello' }, { timeout: 150 });
		await expect(sent).rejects.toMatchObject({ code: 'ECONNABORTED' });
		expect(simulator().outbox).toHaveLength(arrived);
	});

	test('a request against the document is a violation whatever fault strikes it', async () => {
		simulator().fault({ kind: 'status', status: 503 });
		expect((await post('/send/imessage', { to: 'nobody' })).status).toBe(503);
		expect(simulator().violations).toHaveLength(1);
	});
});

import axios from 'axios';
import { leased } from '../support/leased-numbers';
import { recipient } from '../support/operations';
import { acceptedRequest, get, inPath, ordinary, post, simulator, useSimulator } from './support';

useSimulator();

function admin() {
	return axios.create({ baseURL: `${simulator().url}/admin`, validateStatus: () => true });
}

describe('the admin address', () => {
	test('answers what was recorded, as the simulator itself does, without its own requests', async () => {
		await acceptedRequest('sendImessage');
		await get(`/intelligence/${inPath(ordinary)}`);
		await post('/nowhere');
		for (const records of ['requests', 'outbox', 'lookups', 'violations', 'signals', 'events'] as const) {
			const { data } = await admin().get(`/${records}`);
			expect(data).toEqual(JSON.parse(JSON.stringify(simulator()[records])));
		}
		expect(simulator().lookups).toMatchObject([{ record: { number: ordinary } }]);
	});

	test('faults are added, listed and ended', async () => {
		const { status, data } = await admin().post('/faults', [
			{ kind: 'status', status: 503, retryAfter: 2, times: 0, match: { operationId: 'sendImessage' } },
			{ kind: 'latency', ms: 1, match: { number: recipient } },
		]);
		expect(status).toBe(200);
		expect(data).toMatchObject([
			{ left: null, effect: { kind: 'status', status: 503, retryAfter: 2 } },
			{ left: 1, effect: { kind: 'latency', ms: 1 } },
		]);
		expect((await acceptedRequest('sendImessage')).status).toBe(503);
		expect((await admin().get('/faults')).data).toMatchObject([{ struck: 1 }, { struck: 1, left: 0 }]);
		await admin().delete('/faults');
		expect((await acceptedRequest('sendImessage')).status).toBe(200);
	});

	const forwarding = (number: string) => `/numbers/${inPath(number)}/call_forwarding`;

	const written = { from: ordinary, to: leased.whatsapp };

	test.each<['post' | 'put', path: string, body: object]>([
		['post', '/faults', { kind: 'explode' }],
		['post', '/faults', { kind: 'html', match: { operationId: 'unknown' } }],
		['put', '/settings', { latencyMs: -1 }],
		['put', forwarding(leased.whatsapp), { to: 'nobody' }],
		['put', forwarding(ordinary), { to: null }],
		['post', '/incoming', { ...written, to: ordinary }],
	])('%s %s %j is refused', async (method, path, body) => {
		const { status, data } = await admin()[method](path, body);
		expect(status).toBe(400);
		expect(data.message).toMatch(/^(body|params)/);
		expect(simulator().incoming).toEqual([]);
	});
});

import { requestOf, type OfferedId, idsByService, serviceOf } from '../support/operations';
import { acceptedRequest, caller, ordinary, post, simulator, useSimulator } from './support';

useSimulator();

async function request(operationId: OfferedId, headers: Record<string, string>) {
	const { method, path, query, body } = requestOf(operationId);
	return await caller(null).request({
		method,
		url: path,
		params: query,
		data: body ?? undefined,
		headers,
	});
}

describe('section 5: authentication', () => {
	describe.each(idsByService)('%s', (id) => {
		test.each([
			['no header', {}, 'missing'],
			['an unknown token', { Authorization: 'Bearer somebody-else' }, 'wrong'],
			['another scheme', { Authorization: 'Basic demo-token' }, 'wrong'],
			['a token without scheme', { Authorization: 'demo-token' }, 'wrong'],
		])('answers 401 to %s', async (_case, headers, authorization) => {
			const { status, data } = await request(id, headers as Record<string, string>);
			expect(status).toBe(401);
			expect(data.data).toEqual({ error: 'Unauthorized', status: 401 });
			expect(simulator().requests).toMatchObject([
				{ operationId: serviceOf(id), authorization, answeredStatus: 401 },
			]);
		});

		test('answers 403 to a token that lacks permission', async () => {
			const { status, data } = await request(id, {
				Authorization: 'Bearer demo-token-no-permission',
			});
			expect(status).toBe(403);
			expect(data.data).toEqual({ error: 'Forbidden', status: 403 });
		});
	});

	test('the token is looked at before the body', async () => {
		expect((await post('/send/imessage', { to: 'nobody' }, 'somebody-else')).status).toBe(401);
	});

	test('a lookup needs the number_intelligence entitlement', async () => {
		const token = 'demo-token-no-intelligence';
		expect((await acceptedRequest('lookUpNumber', token)).status).toBe(403);
		expect((await post('/entitlements/number_intelligence', undefined, token)).data.data.granted).toBe(true);
		expect((await acceptedRequest('lookUpNumber', token)).status).toBe(200);
	});

	test('fast tracking needs its entitlement and names the agreement', async () => {
		const token = 'demo-token-no-fast-track';
		const body = { to: ordinary, message: 'Hello', fast_track: true };
		const refused = await post('/send/imessage', body, token);
		expect(refused.status).toBe(403);
		expect(refused.data.data.agreement_url).toMatch(/\/fast_track$/);
		expect(simulator().outbox).toEqual([]);
		await post('/entitlements/fast_track', undefined, token);
		expect((await post('/send/imessage', body, token)).status).toBe(200);
		expect(simulator().outbox).toMatchObject([{ fastTrack: true }]);
	});

	test('WhatsApp needs a leased number that supports it', async () => {
		const body = { to: ordinary, message: 'Hello' };
		expect((await post('/send/whatsapp', body, 'demo-token-no-whatsapp')).status).toBe(403);
		expect((await post('/send/imessage', body, 'demo-token-no-whatsapp')).status).toBe(200);
	});

	test('no record holds the token', async () => {
		await request('sendImessage', { Authorization: 'Bearer demo-token' });
		expect(JSON.stringify(simulator().requests)).not.toContain('demo-token');
	});
});

import { serviceOperations, type OperationId } from '../../nodes/shared/contract/contract';
import { caller, get, inPath, ordinary, post, numbers, simulator, useSimulator } from './support';

useSimulator();

const requests: Record<OperationId, { path: string; body?: object }> = {
	disableCallForwarding: { path: `/numbers/lease/${inPath(numbers.all)}/call_forwarding/disable` },
	getCallForwarding: { path: `/numbers/lease/${inPath(numbers.all)}/call_forwarding` },
	enableCallForwarding: {
		path: `/numbers/lease/${inPath(numbers.all)}/call_forwarding/enable`,
		body: { to: ordinary },
	},
	listLeasedNumbers: { path: '/numbers/leased' },
	configureNumber: { path: `/numbers/${inPath(numbers.all)}/configure`, body: {} },
	sendImessage: { path: '/send/imessage', body: { to: ordinary, message: 'Hello' } },
	sendWhatsapp: { path: '/send/whatsapp', body: { to: ordinary, message: 'Hello' } },
	lookUpNumber: { path: `/intelligence/${inPath(ordinary)}` },
	applyForEntitlement: { path: '/entitlements/fast_track' },
	checkFaceTimeAvailability: { path: `/facetime/availability/${inPath(ordinary)}` },
};
const operationIds = Object.keys(requests) as OperationId[];

async function request(operationId: OperationId, headers: Record<string, string>) {
	const { path, body } = requests[operationId];
	return await caller(null).request({
		method: serviceOperations[operationId].method,
		url: path,
		data: body,
		headers,
	});
}

describe('section 5: authentication', () => {
	describe.each(operationIds)('%s', (operationId) => {
		test.each([
			['no header', {}, 'missing'],
			['an unknown token', { Authorization: 'Bearer somebody-else' }, 'wrong'],
			['another scheme', { Authorization: 'Basic demo-token' }, 'wrong'],
			['a token without scheme', { Authorization: 'demo-token' }, 'wrong'],
		])('answers 401 to %s', async (_case, headers, authorization) => {
			const { status, data } = await request(operationId, headers as Record<string, string>);
			expect(status).toBe(401);
			expect(data.data).toEqual({ error: 'Unauthorized', status: 401 });
			expect(simulator().requests).toMatchObject([{ operationId, authorization, answeredStatus: 401 }]);
		});

		test('answers 403 to a token that lacks permission', async () => {
			const { status, data } = await request(operationId, {
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
		expect((await get(requests.lookUpNumber.path, token)).status).toBe(403);
		expect((await post('/entitlements/number_intelligence', undefined, token)).data.data.granted).toBe(true);
		expect((await get(requests.lookUpNumber.path, token)).status).toBe(200);
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

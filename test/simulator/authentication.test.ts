import { requestOf, type OfferedId, idsByService } from '../support/operations';
import { caller, post, simulator, useSimulator } from './support';

useSimulator();

async function authorized(operationId: OfferedId, authorization?: string) {
	const { method, path, query, body } = requestOf(operationId);
	const headers = authorization === undefined ? {} : { Authorization: authorization };
	return await caller(null).request({ method, url: path, params: query, data: body ?? undefined, headers });
}

describe('section 5: authentication', () => {
	test.each(idsByService)('%s answers 401 without a valid token, 403 without permission', async (id) => {
		for (const header of ['Bearer somebody-else', 'Basic demo-token', 'demo-token', undefined]) {
			const { status, data } = await authorized(id, header);
			expect([header, status, data.data]).toEqual([header, 401, { error: 'Unauthorized', status: 401 }]);
		}
		const { status, data } = await authorized(id, 'Bearer demo-token-no-permission');
		expect([status, data.data]).toEqual([403, { error: 'Forbidden', status: 403 }]);
		expect(JSON.stringify(simulator().requests)).not.toContain('demo-token');
	});

	test('the token is looked at before the body', async () => {
		expect((await post('/send/imessage', { to: 'nobody' }, 'somebody-else')).status).toBe(401);
	});
});

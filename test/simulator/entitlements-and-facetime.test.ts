import { knownEntitlementNameValues } from '../../nodes/shared/contract/contract';
import { get, inPath, post, simulator, useSimulator } from './support';

useSimulator();

describe('sections 2.8 and 4.7: applying for an entitlement', () => {
	test.each([...knownEntitlementNameValues, 'something_else', 'with space/and slash'])(
		'%s is granted',
		async (name) => {
			const { status, data } = await post(`/entitlements/${inPath(name)}`);
			expect(status).toBe(200);
			expect(data.data).toEqual({ granted: true, entitlement_id: expect.any(String) });
		},
	);

	test('a denial has no entitlement_id', async () => {
		const { status, data } = await post('/entitlements/denied');
		expect(status).toBe(200);
		expect(data.data).toEqual({ granted: false });
	});

	test('a refusal answers 403', async () => {
		const { status, data } = await post('/entitlements/forbidden');
		expect(status).toBe(403);
		expect(data.data).toEqual({ error: 'Forbidden', status: 403 });
	});

	test('an agreement must be accepted first, by applying for what its URL names', async () => {
		const refused = await post('/entitlements/agreement_required');
		expect(refused.status).toBe(403);
		const agreement = String(refused.data.data.agreement_url).split('/').pop();
		expect((await post(`/entitlements/${agreement}`)).data.data.granted).toBe(true);
		expect((await post('/entitlements/agreement_required')).data.data.granted).toBe(true);
	});

	test('has no body', async () => {
		expect((await post('/entitlements/lease', {})).status).toBe(400);
		expect(simulator().violations).toMatchObject([{ problems: ['body: the operation has none'] }]);
	});
});

describe('sections 2.9 and 4.8: FaceTime availability', () => {
	test.each([
		['+12065550133', true],
		['guest@example.com', true],
		['Guest+Tag@Example.com', true],
		['+12025550112', false],
		['+12025550113', false],
		['no-facetime@example.com', false],
	])('%s: %s', async (address, available) => {
		const { status, data } = await get(`/facetime/availability/${inPath(address)}`);
		expect(status).toBe(200);
		expect(data.data).toEqual({ available });
	});

	test.each(['+0123', '12065550133', 'guest', 'guest@', '@example.com', 'a b@example.com', 'a/b'])(
		'"%s" is no FaceTime address',
		async (address) => {
			expect((await get(`/facetime/availability/${inPath(address)}`)).status).toBe(400);
		},
	);
});

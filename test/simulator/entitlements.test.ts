import { acceptedRequest, get, ordinary, post, simulator, useSimulator } from './support';

useSimulator();

describe('sections 2.8 and 4.7: entitlements', () => {
	test('one name is always refused', async () => {
		expect((await post('/entitlements/forbidden')).data.data).toEqual({ error: 'Forbidden', status: 403 });
	});

	const fastTrack = { to: ordinary, message: 'Hello', fast_track: true };
	const ask: Record<string, (token: string) => ReturnType<typeof post>> = {
		number_intelligence: async (token) => await acceptedRequest('lookUpNumber', token),
		fast_track: async (token) => await post('/send/imessage', fastTrack, token),
		agreement_terms: async (token) => await post('/entitlements/agreement_required', undefined, token),
	};

	test.each([
		['number_intelligence', 'demo-token-no-intelligence', undefined],
		['fast_track', 'demo-token-no-fast-track', /\/fast_track$/],
		['agreement_terms', 'demo-token', /\/agreement_terms$/],
	])('%s must be applied for first, as %s', async (name, token, agreement) => {
		const { status, data } = (await ask[name]?.(token)) ?? {};
		expect(status).toBe(403);
		expect(data.data.agreement_url).toEqual(agreement && expect.stringMatching(agreement));
		expect(simulator().outbox).toEqual([]);
		expect((await post(`/entitlements/${name}`, undefined, token)).data.data.granted).toBe(true);
		expect((await ask[name]?.(token))?.status).toBe(200);
	});
});

test('public material: entitlements are listed with what the caller has of them', async () => {
	const token = 'demo-token-no-fast-track';
	await post('/entitlements/fast_track', undefined, token);
	const { entitlements } = (await get('/entitlements/', token)).data.data;
	expect(entitlements).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ name: 'fast_track', status: 'granted' }),
			expect.objectContaining({ name: 'lease', status: 'granted' }),
			expect.objectContaining({ name: 'agreement_required', status: 'available' }),
			expect.objectContaining({ name: 'denied', status: 'ineligible' }),
		]),
	);
});

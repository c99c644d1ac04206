import { acceptedRequest, ordinary, post, simulator, useSimulator } from './support';

useSimulator();

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
])('section 4.7: %s must be applied for first, as %s', async (name, token, agreement) => {
	const { status, data } = (await ask[name]?.(token)) ?? {};
	expect(status).toBe(403);
	expect(data.data.agreement_url).toEqual(agreement && expect.stringMatching(agreement));
	expect(simulator().outbox).toEqual([]);
	expect((await post(`/entitlements/${name}`, undefined, token)).data.data.granted).toBe(true);
	expect((await ask[name]?.(token))?.status).toBe(200);
});

import { maxAttachments } from '../../nodes/shared/contract/contract';
import { lapsedLeases } from '../../simulator/accounts';
import { leased } from '../support/leased-numbers';
import { caller, inPath, ordinary, simulator, useSimulator } from './support';

useSimulator();

const picture = 'https://files.example.com/a.png';

describe('400: a send that does not match the document', () => {
	test.each<[why: string, path: string, different: object]>([
		['no recipient', '/send/imessage', { to: undefined }],
		['neither text nor attachments', '/send/imessage', { message: undefined }],
		['an unknown effect', '/send/imessage', { effect: 'sparkle' }],
		['too many attachments', '/send/imessage', { attachments: Array(maxAttachments + 1).fill(picture) }],
		['a fallback without when', '/send/imessage', { fallback: {} }],
		['a condition of WhatsApp', '/send/imessage', { fallback: { when: ['whatsapp_fails'] } }],
		['an email address', '/send/whatsapp', { to: 'guest@example.com' }],
		['attachments without text', '/send/whatsapp', { message: undefined, attachments: [picture] }],
	])('%s (%s)', async (_why, path, different) => {
		const { status, data } = await caller().post(path, { to: ordinary, message: 'Hello', ...different });
		expect(status).toBe(400);
		expect(data.object).toBe('error');
		expect(simulator().outbox).toEqual([]);
		expect(simulator().violations).toMatchObject([{ side: 'request', path }]);
	});
});

test('400: applying for an entitlement has no body', async () => {
	expect((await caller().post('/entitlements/lease', {})).status).toBe(400);
	expect(simulator().violations).toMatchObject([{ problems: ['body: the operation has none'] }]);
});

describe('400: what the document says in words', () => {
	test.each(['service_risk_scoring_beta=true&imessage=true', 'service_risk_scoring_beta=true&facetime=true'])(
		'section 4.6: risk scoring needs both other flags, not "%s"',
		async (query) => {
			const { status, data } = await caller().get(`/intelligence/${inPath(ordinary)}?${query}`);
			expect(status).toBe(400);
			expect(data.data).toEqual({ error: 'Bad Request', status: 400 });
		},
	);

	test.each([undefined, []])('section 2.4: selective failover needs a number, not %j', async (numbers) => {
		const body = { failover: { enabled: true, mode: 'selective', numbers } };
		expect((await caller().post(`/numbers/${inPath(leased.whatsapp)}/configure`, body)).status).toBe(400);
	});
});

describe('403: numbers that the caller does not lease, or that lack the channel', () => {
	const message = { to: ordinary, message: 'Hello' };
	const notLeased = inPath(leased.notLeased);
	const fallbackFrom = (from: string) => ({ when: ['imessage_fails'], from });
	const failoverFrom = (number: string) => ({ enabled: true, mode: 'selective', numbers: [number] });

	test.each<[path: string, body: object | undefined]>([
		['/send/imessage', { ...message, from: leased.notLeased }],
		...lapsedLeases.map(({ number }): [string, object] => ['/send/imessage', { ...message, from: number }]),
		['/send/imessage', { ...message, from: leased.whatsappOnly }],
		['/send/imessage', { ...message, fallback: fallbackFrom(leased.notLeased) }],
		['/send/whatsapp', { ...message, from: leased.imessageOnly }],
		[`/numbers/${notLeased}/configure`, {}],
		[`/numbers/${inPath(leased.whatsapp)}/configure`, { failover: failoverFrom(leased.notLeased) }],
		[`/numbers/lease/${notLeased}/call_forwarding/disable`, undefined],
	])('POST %s %j', async (path, body) => {
		expect((await caller().post(path, body)).status).toBe(403);
		expect(simulator().outbox).toEqual([]);
	});

	test.each([
		`/numbers/lease/${notLeased}/call_forwarding`,
		`/conversations/history/imessage/${inPath(ordinary)}/${inPath(leased.sms)}/20`,
	])('GET %s', async (path) => {
		expect((await caller().get(path)).status).toBe(403);
	});

	test.each([
		['demo-token-no-numbers', '/send/imessage', 403],
		['demo-token-no-whatsapp', '/send/whatsapp', 403],
		['demo-token-no-whatsapp', '/send/imessage', 200],
	])('%s at %s: %i', async (token, path, status) => {
		expect((await caller(token).post(path, message)).status).toBe(status);
	});
});

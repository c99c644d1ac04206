import { bubbleEffectValues, maxAttachments, screenEffectValues } from '../../nodes/shared/contract/contract';
import { leased } from '../support/leased-numbers';
import { inPath, ordinary, post, simulator, useSimulator } from './support';

useSimulator();

const noImessage = '+12025550110';
const noWhatsapp = '+12025550111';
const sendingFails = '+12025550114';

const urls = (count: number) =>
	Array.from({ length: count }, (_, index) => `https://files.example.com/${index}.png`);

async function imessage(body: object, token?: string) {
	return await post('/send/imessage', { to: ordinary, message: 'Hello', ...body }, token);
}

async function whatsapp(body: object, token?: string) {
	return await post('/send/whatsapp', { to: ordinary, message: 'Hello', ...body }, token);
}

describe('sections 2.5 and 4.3: sending an iMessage', () => {
	test('is accepted with a message id and arrives', async () => {
		const body = {
			to: ordinary,
			from: leased.imessageOnly,
			message: '**Hello**',
			attachments: urls(2),
			effect: 'slam',
			fallback: { when: ['imessage_fails'], from: leased.sms },
			further: { field: 1 },
		};
		const { data } = await post('/send/imessage', body);
		expect(data.data.message_id).toMatch(/^imsg_/);
		expect(simulator().outbox).toEqual([
			{
				message_id: data.data.message_id,
				operationId: 'sendImessage',
				asked: 'imessage',
				account: 'demo',
				at: expect.any(Number),
				to: ordinary,
				from: leased.imessageOnly,
				channel: 'imessage',
				condition: null,
				fallback: { when: ['imessage_fails'], from: leased.sms },
				message: '**Hello**',
				attachments: urls(2),
				effect: 'slam',
				fastTrack: false,
				body,
			},
		]);
	});

	test.each([...bubbleEffectValues, ...screenEffectValues])('knows the effect %s', async (effect) => {
		expect((await imessage({ effect })).status).toBe(200);
		expect(simulator().outbox).toMatchObject([{ effect }]);
	});

	test('goes to an email address', async () => {
		expect((await imessage({ to: 'guest@example.com' })).status).toBe(200);
	});

	test('needs no text where there are attachments', async () => {
		const { status } = await post('/send/imessage', { to: ordinary, attachments: urls(maxAttachments) });
		expect(status).toBe(200);
		expect(simulator().outbox).toMatchObject([{ message: null, attachments: urls(maxAttachments) }]);
	});

	test('is sent from one of the iMessage numbers at random when from is left out', async () => {
		for (let sent = 0; sent < 40; sent++) await imessage({});
		const senders = new Set(simulator().outbox.map(({ from }) => from));
		expect(senders.size).toBeGreaterThan(2);
		expect([...senders]).not.toContain(leased.whatsappOnly);
		expect([...senders]).not.toContain(leased.sms);
	});

	test.each([
		['is not leased', leased.notLeased],
		['has no iMessage', leased.whatsappOnly],
	])('answers 403 when from %s', async (_case, from) => {
		expect((await imessage({ from })).status).toBe(403);
		expect((await imessage({ from, fast_track: true })).status).toBe(403);
		expect(simulator().outbox).toEqual([]);
	});

	test('answers 403 when the caller leases no number', async () => {
		expect((await imessage({}, 'demo-token-no-numbers')).status).toBe(403);
	});
});

describe('sections 2.5 and 4.4: sending a WhatsApp message', () => {
	test('is accepted with a message id and arrives', async () => {
		const { data } = await whatsapp({ from: leased.whatsappOnly, attachments: urls(1) });
		expect(data.data.message_id).toMatch(/^wapp_/);
		expect(simulator().outbox).toMatchObject([
			{
				channel: 'whatsapp',
				from: leased.whatsappOnly,
				message: 'Hello',
				attachments: urls(1),
				effect: null,
			},
		]);
	});

	test('is sent from one of the WhatsApp numbers when from is left out', async () => {
		for (let sent = 0; sent < 20; sent++) await whatsapp({});
		const senders = new Set(simulator().outbox.map(({ from }) => from));
		expect([...senders].sort()).toEqual(['+14155550100', '+14155550101', leased.whatsappOnly]);
	});

	test.each([
		['is not leased', leased.notLeased],
		['has no WhatsApp', leased.imessageOnly],
	])('answers 403 when from %s', async (_case, from) => {
		expect((await whatsapp({ from })).status).toBe(403);
	});
});

describe('section 4.5: fallback to SMS/RCS', () => {
	test.each([
		['imessage', noImessage, 'imessage_unsupported'],
		['imessage', sendingFails, 'imessage_fails'],
		['whatsapp', noWhatsapp, 'whatsapp_unsupported'],
		['whatsapp', sendingFails, 'whatsapp_fails'],
	])('happens for %s to %s on %s', async (channel, to, condition) => {
		const fallback = { when: [condition], from: leased.sms };
		expect((await post(`/send/${channel}`, { to, message: 'Hello', fallback })).status).toBe(200);
		expect(simulator().outbox).toMatchObject([{ channel: 'sms_rcs', from: leased.sms, condition, fallback }]);
	});

	test.each([
		['imessage', noImessage, 'imessage_fails', 'imessage_unsupported'],
		['imessage', sendingFails, 'imessage_unsupported', 'imessage_fails'],
		['whatsapp', noWhatsapp, 'whatsapp_fails', 'whatsapp_unsupported'],
		['whatsapp', sendingFails, 'whatsapp_unsupported', 'whatsapp_fails'],
	])('does not happen for %s to %s when only %s is listed', async (channel, to, listed, condition) => {
		const fallback = { when: [listed] };
		expect((await post(`/send/${channel}`, { to, message: 'Hello', fallback })).status).toBe(200);
		expect(simulator().outbox).toMatchObject([{ channel: null, condition }]);
	});

	test('does not happen where it is left out', async () => {
		await imessage({ to: noImessage });
		expect(simulator().outbox).toMatchObject([
			{ channel: null, condition: 'imessage_unsupported', fallback: null },
		]);
	});

	test('comes from one of the SMS/RCS numbers when its from is left out', async () => {
		for (let sent = 0; sent < 20; sent++) {
			await imessage({ to: noImessage, fallback: { when: ['imessage_unsupported'] } });
		}
		const senders = simulator().outbox.map(({ from }) => from);
		expect(new Set(senders).size).toBeGreaterThan(1);
		expect(senders).not.toContain(leased.imessageOnly);
	});

	test('is ignored when the recipient is an email address', async () => {
		await imessage({
			to: 'no-imessage@example.com',
			fallback: { when: ['imessage_unsupported'], from: leased.notLeased },
		});
		expect(simulator().outbox).toMatchObject([{ channel: null, fallback: null }]);
	});

	test('from a number that is not leased answers 403', async () => {
		const fallback = { when: ['imessage_fails'], from: leased.notLeased };
		expect((await imessage({ fallback })).status).toBe(403);
	});
});

describe('sections 4.3 to 4.5 and 8: requests that do not match the document answer 400', () => {
	const cases: Array<[string, string, unknown]> = [
		['an iMessage without recipient', 'imessage', { message: 'Hello' }],
		['an iMessage without text and attachments', 'imessage', { to: ordinary }],
		['an iMessage with an empty text', 'imessage', { to: ordinary, message: '' }],
		['an iMessage with an empty list of attachments only', 'imessage', { to: ordinary, attachments: [] }],
		['a recipient without country code', 'imessage', { to: '2065550133', message: 'Hello' }],
		['a recipient with spaces', 'imessage', { to: '+1 206 555 0133', message: 'Hello' }],
		['a broken email address', 'imessage', { to: 'guest@', message: 'Hello' }],
		['an unknown effect', 'imessage', { to: ordinary, message: 'Hello', effect: 'sparkle' }],
		['too many attachments', 'imessage', { to: ordinary, attachments: urls(maxAttachments + 1) }],
		[
			'an attachment over http',
			'imessage',
			{ to: ordinary, attachments: ['http://files.example.com/a.png'] },
		],
		[
			'an attachment without extension',
			'imessage',
			{ to: ordinary, attachments: ['https://files.example.com/a'] },
		],
		['attachments as text', 'imessage', { to: ordinary, attachments: 'https://files.example.com/a.png' }],
		['a number as text', 'imessage', { to: ordinary, message: 5 }],
		['fast_track as text', 'imessage', { to: ordinary, message: 'Hello', fast_track: 'true' }],
		['a fallback without when', 'imessage', { to: ordinary, message: 'Hello', fallback: {} }],
		[
			'a condition of the other channel',
			'imessage',
			{ to: ordinary, message: 'Hello', fallback: { when: ['whatsapp_fails'] } },
		],
		[
			'a condition of the other channel',
			'whatsapp',
			{ to: ordinary, message: 'Hello', fallback: { when: ['imessage_fails'] } },
		],
		['an email address', 'whatsapp', { to: 'guest@example.com', message: 'Hello' }],
		['attachments without text', 'whatsapp', { to: ordinary, attachments: urls(1) }],
		[
			'too many attachments',
			'whatsapp',
			{ to: ordinary, message: 'Hello', attachments: urls(maxAttachments + 1) },
		],
		['a list as body', 'imessage', []],
		['a text as body', 'imessage', '"Hello"'],
		['no body', 'imessage', undefined],
	];

	test.each(cases)('%s (%s)', async (_case, channel, body) => {
		const { status, data } = await post(`/send/${channel}`, body);
		expect(status).toBe(400);
		expect(data.object).toBe('error');
		expect(simulator().outbox).toEqual([]);
		expect(simulator().violations).toMatchObject([{ side: 'request', path: `/send/${channel}` }]);
	});

	test('ten attachments are not too many', async () => {
		expect((await whatsapp({ attachments: urls(maxAttachments) })).status).toBe(200);
	});

	test('a path that only looks like a number', async () => {
		const { status } = await post(`/numbers/${inPath('../admin')}/configure`, {});
		expect(status).toBe(400);
	});
});

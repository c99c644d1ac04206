import { leased } from '../support/leased-numbers';
import { ordinary, post, simulator, useSimulator } from './support';

useSimulator();

const noImessage = '+12025550110';
const noWhatsapp = '+12025550111';
const sendingFails = '+12025550114';

async function send(channel: string, body: object = {}) {
	return await post(`/send/${channel}`, { to: ordinary, message: 'Hello', ...body });
}

test('section 4.3: without from, an iMessage comes from one of the iMessage numbers at random', async () => {
	for (let sent = 0; sent < 40; sent++) await send('imessage');
	const senders = new Set(simulator().outbox.map(({ from }) => from));
	expect(senders.size).toBeGreaterThan(2);
	expect(senders).not.toContain(leased.whatsappOnly);
	expect(senders).not.toContain(leased.sms);
});

describe('section 4.5: fallback to SMS/RCS', () => {
	test.each([
		['imessage', noImessage, 'imessage_unsupported', 'imessage_fails'],
		['imessage', sendingFails, 'imessage_fails', 'imessage_unsupported'],
		['whatsapp', noWhatsapp, 'whatsapp_unsupported', 'whatsapp_fails'],
		['whatsapp', sendingFails, 'whatsapp_fails', 'whatsapp_unsupported'],
	])('happens for %s to %s on %s, not on %s', async (channel, to, condition, other) => {
		const fallback = { when: [condition], from: leased.sms };
		await send(channel, { to, fallback });
		await send(channel, { to, fallback: { when: [other] } });
		await send(channel, { to });
		expect(simulator().outbox).toMatchObject([
			{ channel: 'text', from: leased.sms, condition, fallback },
			{ channel: null, condition },
			{ channel: null, condition, fallback: null },
		]);
	});

	test('is ignored when the recipient is an email address', async () => {
		const fallback = { when: ['imessage_unsupported'], from: leased.notLeased };
		await send('imessage', { to: 'no-imessage@example.com', fallback });
		expect(simulator().outbox).toMatchObject([{ channel: null, fallback: null }]);
	});
});

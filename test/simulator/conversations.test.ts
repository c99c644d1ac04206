import { leased } from '../support/leased-numbers';
import { get, ordinary, post, simulator, useSimulator } from './support';

useSimulator();

test.each([
	['imessage', ordinary, 'delivered'],
	['imessage', '+12025550110', 'failed'],
	['imessage', '+12025550161', 'delayed'],
	['text', '+12025550113', 'failed'],
])('public material: a message over %s to %s is %s', async (channel, to, status) => {
	const sent = { to, from: leased.whatsapp, message: 'Hello' };
	const { message_id: id } = (await post(`/send/${channel}`, sent)).data.data;
	const { data } = (await get(`/conversations/history/message/${id}`)).data;
	expect(data).toMatchObject({ id, ...sent, status, attachments: [] });
	expect(simulator().violations).toEqual([]);
});

/** Where the provider's pages contradict each other about events: either way starts the workflow. */
import { eventOf } from '../support/incoming-events';
import { MessageHost } from '../support/message-host';

const person = '+12025550123';
const ours = '+14155550100';

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
	['communications.incoming.imessage', {}, { event: 'messageReceived', channel: 'imessage', text: 'Hello' }],
	['communications.incoming.whatsapp', {}, { event: 'messageReceived', channel: 'whatsapp', text: 'Hello' }],
	['communications.incoming.sms', {}, { event: 'messageReceived', channel: 'text', text: 'Hello' }],
	['communications.incoming.mms', {}, { event: 'messageReceived', channel: 'text', text: 'Hello' }],
	['communications.incoming.email', {}, { event: 'other' }],
	['imessage.incoming', { attachments: [{ url: 'https://a.example/1.jpg' }] }, { event: 'messageReceived' }],
	['imessage.incoming', { attachments: undefined }, { event: 'messageReceived', attachments: [] }],
	['text.delivery.confirmed', { from: ours, to: person }, { event: 'deliveryConfirmed', from: ours }],
	['text.delivery.confirmed', { from: person, to: ours }, { event: 'deliveryConfirmed', from: person }],
	['imessage.delivery.confirmed', {}, { event: 'deliveryConfirmed', channel: 'imessage' }],
])('%s with %j', async (type, data, item) => {
	const host = await new MessageHost({ events: ['any'] }).start();
	const answer = await host.post(eventOf({ message_id: 'text_1', ...data }, type));
	expect(answer.status).toBe(200);
	expect((await host.items()).flat().map(({ json }) => json)).toMatchObject([{ type, ...item }]);
	host.stop();
});

import { ReceivedEvents } from '../../nodes/MessagingTrigger/received-events';

const accepted = { closed: true, writableFinished: true, statusCode: 200 };
type Response = Parameters<ReceivedEvents['hasReceived']>[1];

test('a process remembers the last 5,000 events, and lets go of the oldest', async () => {
	const events = new ReceivedEvents();
	for (let event = 0; event <= 5_000; event += 1) {
		expect(await events.hasReceived(String(event), accepted as Response)).toBe(false);
	}
	expect(await events.hasReceived('1', accepted as Response)).toBe(true);
	expect(await events.hasReceived('5000', accepted as Response)).toBe(true);
	expect(await events.hasReceived('0', accepted as Response)).toBe(false);
});

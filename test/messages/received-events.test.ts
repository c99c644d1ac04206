import { wasReceived } from '../../nodes/MessagingTrigger/received-events';

type Response = Parameters<typeof wasReceived>[1];
const accepted = { closed: true, writableFinished: true, statusCode: 200 } as Response;

test('a process remembers the last 5,000 events, and lets go of the oldest', async () => {
	for (let event = 0; event <= 5_000; event += 1) {
		expect(await wasReceived(String(event), accepted)).toBe(false);
	}
	expect(await wasReceived('1', accepted)).toBe(true);
	expect(await wasReceived('5000', accepted)).toBe(true);
	expect(await wasReceived('0', accepted)).toBe(false);
});

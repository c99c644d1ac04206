import { useShortWaits } from '../support/clock';
import { plainImessage, runNode, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });
useShortWaits();

const maxJitterMs = 40;
const recipients = Array.from({ length: 10 }, (_, index) => `+1202555016${index}`);
const messages = ['one', 'two', 'three', 'four', 'five'];
const items = messages.flatMap((text) => recipients.map((to) => ({ to, text })));

let jitter: NodeJS.Timeout;

beforeEach(() => {
	jitter = setInterval(() => simulator().set({ latencyMs: Math.round(Math.random() * maxJitterMs) }), 2);
});
afterEach(() => clearInterval(jitter));

function received(to: string): string[] {
	return simulator()
		.outbox.filter((message) => message.to === to)
		.map(({ message }) => String(message));
}

test('two trials with jitter: five messages to each of ten recipients arrive in the order of the items', async () => {
	for (let trial = 0; trial < 2; trial += 1) {
		simulator().reset();
		await runNode('phoneServiceMessaging', { ...plainImessage, message: '={{ $json.text }}' }, { items });
		for (const to of recipients) expect(received(to)).toEqual(messages);
	}
}, 180_000);

test('a recipient is the same however the address is written, and others go on meanwhile', async () => {
	simulator().fault({ kind: 'latency', ms: 15_000, match: { recipient: 'Ada@example.com' } });
	const to = ['Ada@example.com', 'ada@example.com', '+12025550160'];
	const people = to.map((address) => ({ to: address }));
	await runNode('phoneServiceMessaging', plainImessage, { items: people });
	expect(simulator().outbox.map((message) => message.to)).toEqual([to[2], to[0], to[1]]);
});

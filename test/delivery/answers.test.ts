import { RememberedAnswers } from '../../nodes/shared/delivery/ledger/answers';
import { fingerprint } from '../../nodes/shared/delivery/ledger/message';

const envelope = {
	id: `req_${'a'.repeat(24)}`,
	timestamp: 1_795_000_000_000,
	api_version: 'v2026.11.20',
	object: 'response' as const,
	data: { message_id: `imsg_${'b'.repeat(24)}` },
};

test('a message that was changed is not forgotten: changed back, it is known', () => {
	const answers = new RememberedAnswers({}, 0);
	answers.noteAccepted(0, 'request', envelope);
	answers.noteAccepted(0, 'changed', envelope);
	expect(answers.recall(0, 'request', [])).toEqual({ state: 'accepted', envelope });
});

test('the number that sent a message is known again as long as it is among the senders', () => {
	const answers = new RememberedAnswers({}, 0);
	answers.noteAccepted(0, 'request', envelope, 'B');
	expect(answers.recall(0, 'request', ['A', 'B'])).toEqual({ state: 'accepted', envelope, from: 'B' });
	expect(answers.recall(0, 'request', ['C'])).toEqual({ state: 'accepted', envelope });
});

test('another round of a loop has messages of its own', () => {
	const context = {};
	new RememberedAnswers(context, 0).noteAccepted(0, 'request', envelope);
	expect(new RememberedAnswers(context, 1).recall(0, 'request', [])).toEqual({ state: 'nothing' });
});

/** As long as the service may make each of them. */
const longest = {
	...envelope,
	id: 'r'.repeat(100),
	timestamp: 8.64e15,
	api_version: 'v'.repeat(100),
	data: { message_id: 'm'.repeat(100) },
};

test.each([
	['some 130 bytes with ids as the service makes them', envelope, 140],
	['at most 400 with the longest ids', longest, 400],
])('what is kept of a message takes %s, and of a forgotten run none', (_, answered, most) => {
	const context: Record<string, unknown> = {};
	const items = 20_000;
	const answers = new RememberedAnswers(context as never, 0);
	for (let item = 0; item < items; item += 1) {
		answers.noteAccepted(item, fingerprint([item]), answered, '+15550100001');
	}
	const bytes = Buffer.byteLength(JSON.stringify(context)) / items;
	expect(bytes).toBeLessThanOrEqual(most);
	answers.forgetRun();
	expect(JSON.stringify(context).length).toBeLessThanOrEqual(20);
});

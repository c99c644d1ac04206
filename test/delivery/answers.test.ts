import { RememberedAnswers } from '../../nodes/shared/delivery/ledger/answers';
import { fingerprint } from '../../nodes/shared/delivery/ledger/message';

const envelope = {
	id: `req_${'a'.repeat(24)}`,
	timestamp: 1_795_000_000_000,
	api_version: 'v2026.11.20',
	object: 'response' as const,
	data: { message_id: `imsg_${'b'.repeat(24)}` },
};

test('an answer is remembered, also after n8n stored the execution', () => {
	const context = {};
	new RememberedAnswers(context, 0).noteAccepted(3, 'request', envelope);
	const stored = new RememberedAnswers(JSON.parse(JSON.stringify(context)) as never, 0);
	expect(stored.recall(3, 'request', [])).toEqual({ state: 'accepted', envelope });
});

test('an unknown outcome is remembered with its reason, until the message is accepted', () => {
	const answers = new RememberedAnswers({}, 0);
	expect(answers.recall(0, 'request', [])).toEqual({ state: 'nothing' });
	answers.noteUnknown(0, 'request', 'The service gave no answer');
	expect(answers.recall(0, 'request', [])).toEqual({
		state: 'unknown',
		reason: 'The service gave no answer',
	});
	answers.noteAccepted(0, 'request', envelope);
	expect(answers.recall(0, 'request', [])).toEqual({ state: 'accepted', envelope });
});

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

test('another request, item or round of a loop is a message of its own', () => {
	const context = {};
	new RememberedAnswers(context, 0).noteAccepted(0, 'request', envelope);
	expect(new RememberedAnswers(context, 0).recall(0, 'changed', [])).toEqual({ state: 'nothing' });
	expect(new RememberedAnswers(context, 0).recall(1, 'request', [])).toEqual({ state: 'nothing' });
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

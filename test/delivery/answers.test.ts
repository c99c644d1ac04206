import { RememberedAnswers } from '../../nodes/shared/delivery/ledger/answers';
import { fingerprint } from '../../nodes/shared/delivery/ledger/message';

const envelope = {
	id: `req_${'a'.repeat(24)}`,
	timestamp: 1_795_000_000_000,
	api_version: 'v2026.11.20',
	object: 'response' as const,
	data: { message_id: `imsg_${'b'.repeat(24)}` },
};

test('the number that sent a message is known again as long as it is among the senders', () => {
	const memory = {};
	new RememberedAnswers(memory).noteAccepted('message', envelope, 'B');
	const answers = new RememberedAnswers(memory);
	expect(answers.recall('message', ['A', 'B'])).toEqual({ state: 'accepted', envelope, from: 'B' });
	expect(answers.recall('message', ['C'])).toEqual({ state: 'accepted', envelope });
});

test('an equal message of the same try is not the one that was answered', () => {
	const answers = new RememberedAnswers({});
	answers.noteAccepted('message', envelope);
	expect(answers.recall('message', [])).toEqual({ state: 'nothing' });
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
	const memory: Record<string, unknown> = {};
	const items = 20_000;
	const answers = new RememberedAnswers(memory as never);
	for (let item = 0; item < items; item += 1) {
		answers.noteAccepted(fingerprint([item]), answered, '+15550100001');
	}
	const bytes = Buffer.byteLength(JSON.stringify(memory)) / items;
	expect(bytes).toBeLessThanOrEqual(most);
	answers.forgetAll();
	expect(JSON.stringify(memory).length).toBeLessThanOrEqual(20);
});

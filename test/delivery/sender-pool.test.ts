import fc from 'fast-check';

import { senderFor } from '../../nodes/shared/delivery/sender-pool';

const pool = ['+15550100001', '+15550100002', '+15550100003', '+15550100004', '+15550100005'];
const recipients = Array.from({ length: 2000 }, (_, index) => `+1555${String(index).padStart(7, '0')}`);

test('a recipient always gets the same sender, in whatever order the pool is given', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...recipients),
			fc.shuffledSubarray(pool, { minLength: 5 }),
			(to, shuffled) => {
				expect(senderFor(shuffled, to)).toBe(senderFor(pool, to));
			},
		),
	);
	expect(senderFor(pool, 'Ada@Example.com')).toBe(senderFor(pool, 'ada@example.com'));
});

test('each sender gets about its share', () => {
	for (const sender of pool) {
		const share = recipients.filter((to) => senderFor(pool, to) === sender).length / recipients.length;
		expect(share).toBeGreaterThan(0.15);
		expect(share).toBeLessThan(0.25);
	}
});

test('a number that joins moves only the recipients that it takes over', () => {
	const joined = '+15550100006';
	for (const to of recipients) {
		const after = senderFor([...pool, joined], to);
		if (after !== joined) expect(after).toBe(senderFor(pool, to));
	}
});

test('no sender leaves the choice to the service', () => {
	expect(senderFor([], '+15551234567')).toBeUndefined();
});

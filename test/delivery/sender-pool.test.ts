import fc from 'fast-check';

import { senderFor, senderPool } from '../../nodes/shared/delivery/steps/sender';

const pool = ['+12025550101', '+12025550102', '+12025550103', '+12025550104', '+12025550105'];
const recipients = Array.from({ length: 2000 }, (_, index) => `person-${index}@example.com`);

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
});

test('each sender gets about its share', () => {
	for (const sender of pool) {
		const share = recipients.filter((to) => senderFor(pool, to) === sender).length / recipients.length;
		expect(share).toBeGreaterThan(0.15);
		expect(share).toBeLessThan(0.25);
	}
});

test('a number that joins moves only the recipients that it takes over', () => {
	const joined = '+12025550106';
	for (const to of recipients) {
		const after = senderFor([...pool, joined], to);
		if (after !== joined) expect(after).toBe(senderFor(pool, to));
	}
});

test('a recipient keeps its sender from release to release', () => {
	const senders = recipients.slice(0, 6).map((to) => pool.indexOf(senderFor(pool, to) ?? ''));
	expect(senders).toEqual([2, 1, 4, 1, 0, 0]);
});

describe('Spread Evenly', () => {
	test('the shares of a run differ by at most one', () => {
		const shares = new Map<string | undefined, number>();
		const chosen = senderPool();
		for (const to of recipients.slice(0, 303)) {
			const sender = chosen(pool, to, 'spreadEvenly');
			shares.set(sender, (shares.get(sender) ?? 0) + 1);
		}
		expect([...shares.values()].sort()).toEqual([60, 60, 61, 61, 61]);
	});

	test('a recipient keeps one sender within the run', () => {
		const chosen = senderPool();
		const first = recipients.slice(0, 50).map((to) => chosen(pool, to, 'spreadEvenly'));
		const again = recipients.slice(0, 50).map((to) => chosen(pool, to, 'spreadEvenly'));
		expect(again).toEqual(first);
	});
});

/** Which number sends to whom, and with which pauses. */
import { RandomPause } from '../../nodes/shared/rate/rate-limiter';
import { senderFor } from '../../nodes/shared/operation/sender';

const pool = ['+12025550101', '+12025550102', '+12025550103', '+12025550104', '+12025550105'];
const recipients = Array.from({ length: 2000 }, (_, index) => `person-${index}@example.com`);

/** How many of the recipients each sender has. */
function shares(senderOf: (to: string) => string | undefined, among = recipients): number[] {
	return [...Map.groupBy(among, senderOf).values()].map((own) => own.length);
}

test('a recipient keeps its sender from release to release, in whatever order the pool is given', () => {
	for (const given of [pool, [...pool].reverse()]) {
		const senders = recipients.slice(0, 6).map((to) => pool.indexOf(senderFor(given, to) ?? ''));
		expect(senders).toEqual([2, 1, 4, 1, 0, 0]);
	}
});

test('each sender gets about its share', () => {
	for (const share of shares((to) => senderFor(pool, to))) {
		expect(share / recipients.length).toBeGreaterThan(0.15);
		expect(share / recipients.length).toBeLessThan(0.25);
	}
});

test.each([2, 45, 300])('Pause (Seconds): random pauses from half of %i s to one and a half', (seconds) => {
	const pace = new RandomPause(seconds);
	const pauses = Array.from({ length: 20_000 }, () => pace.spacingMs(1) / 1000);
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(seconds / 2);
	expect(Math.max(...pauses)).toBeLessThanOrEqual(1.5 * seconds);
	expect(pauses.reduce((sum, one) => sum + one, 0) / pauses.length / seconds).toBeCloseTo(1, 1);
});

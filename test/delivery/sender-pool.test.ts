/** Which number sends to whom, and with which pauses. */
import { HumanPace } from '../../nodes/shared/delivery/pace/rate-limiter';
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

test.each([10, 45, 300])('Like a Person: random pauses of %i s on average, never under 10', (seconds) => {
	const pace = new HumanPace(seconds);
	const pauses = Array.from({ length: 20_000 }, () => pace.spacingMs(1));
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(10_000);
	expect(pauses.slice(1).filter((ms, index) => Math.abs(ms - Number(pauses[index])) < 1_000)).toEqual([]);
	const mean = pauses.reduce((sum, ms) => sum + ms, 0) / pauses.length / 1000;
	expect(mean / Math.max(20, seconds)).toBeCloseTo(1, 0);
});

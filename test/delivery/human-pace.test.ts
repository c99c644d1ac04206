import { autocorrelations, sameTenths, variation } from '../../bench/rates/intervals';
import { HumanPace } from '../../nodes/shared/delivery/pace/rate-limiter';

test.each([10, 20, 45, 300])('random pauses of %i s on average have no rhythm', (seconds) => {
	const runs = Array.from({ length: 50 }, () => {
		const pace = new HumanPace(seconds);
		return Array.from({ length: 500 }, () => pace.spacingMs(1));
	});
	for (const pauses of runs) {
		expect(Math.min(...pauses)).toBeGreaterThanOrEqual(10_000);
		expect(sameTenths(pauses)).toBe(0);
	}
	expect(runs.reduce((sum, pauses) => sum + variation(pauses), 0) / runs.length).toBeGreaterThanOrEqual(0.5);
	const ofRuns = runs.map((pauses) => autocorrelations(pauses));
	const ofLags = (ofRuns[0] ?? []).map(
		(_, lag) => ofRuns.reduce((sum, ofRun) => sum + (ofRun[lag] ?? 0), 0) / ofRuns.length,
	);
	expect(Math.max(...ofLags)).toBeLessThan(0.1);
	const all = runs.flat();
	const mean = all.reduce((sum, ms) => sum + ms, 0) / all.length / 1000;
	expect(mean / Math.max(20, seconds)).toBeCloseTo(1, 0);
	expect(new Set(runs.map(([first]) => first)).size).toBe(50);
});

import { sharedOutcome } from '../../e2e/measures/shared-outcome';

test('counts who got it, who did not, who got it twice, and the refusals; time from the first request', () => {
	const requests = [
		{ at: 10_000, answeredStatus: 200 },
		{ at: 11_000, answeredStatus: 429 },
		{ at: 12_000, answeredStatus: 200 },
		{ at: 13_000, answeredStatus: 500 },
		{ at: 14_500, answeredStatus: 200 },
	];
	const accepted = [
		{ what: 'a', at: 10_000 },
		{ what: 'b', at: 12_000 },
		{ what: 'a', at: 14_500 },
	];
	const counts = { asked: 4, accepted: 2, lost: 2, twice: 1, refused: 1 };
	expect(sharedOutcome(4, requests, accepted)).toEqual({ ...counts, seconds: 4.5 });
});

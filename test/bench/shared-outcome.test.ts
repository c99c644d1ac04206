import { lookupContenders, rulesContenders } from '../../bench/contenders';
import { oneProcess, type ProcessesResult } from '../../bench/processes';
import { processesSection } from '../../bench/report/processes-section';
import { sharedOutcome } from '../../e2e/measures/shared-outcome';

const { spreadEvenly, httpRequest } = rulesContenders;

describe('what processes that share an account got from the service', () => {
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
		expect(sharedOutcome(4, requests, accepted)).toEqual({
			asked: 4,
			accepted: 2,
			lost: 2,
			twice: 1,
			refused: 1,
			seconds: 4.5,
		});
	});

	test('nothing accepted takes no time', () => {
		expect(sharedOutcome(1, [{ at: 5, answeredStatus: 429 }], [])).toMatchObject({ lost: 1, seconds: 0 });
	});
});

describe('the report on several processes', () => {
	function outcome(contender: { name: string }, where: string, further: Partial<ProcessesResult> = {}) {
		const whole = {
			asked: 300,
			accepted: 300,
			lost: 0,
			twice: 0,
			refused: 60,
			seconds: 60,
			idealSeconds: 55,
		};
		return { what: 'messages' as const, contender: contender.name, where, ...whole, ...further };
	}

	const alone = outcome(spreadEvenly, oneProcess, { refused: 0, seconds: 56 });

	function verdictOn(result: ProcessesResult): string[] {
		return processesSection([alone, result]).match(/\*\*(Reached|Missed)\*\*/g) ?? [];
	}

	test('goals that are reached', () => {
		expect(verdictOn(outcome(spreadEvenly, 'two processes'))).toEqual(['**Reached**']);
	});

	test.each([
		['lost', { accepted: 299, lost: 1 }],
		['sent twice', { twice: 1 }],
		['refused too often', { refused: 91 }],
		['too slow', { seconds: 67.3 }],
	])('a message %s: missed', (_, further) => {
		expect(verdictOn(outcome(spreadEvenly, 'two processes', further))).toEqual(['**Missed**']);
	});

	test('lookups: all answered within 1.1 of the ideal time', () => {
		const lookups = { what: 'lookups', asked: 48, accepted: 48, idealSeconds: 420 } as const;
		const { intelligence } = lookupContenders;
		expect(verdictOn(outcome(intelligence, 'two', { ...lookups, seconds: 462 }))).toEqual(['**Reached**']);
		expect(verdictOn(outcome(intelligence, 'two', { ...lookups, seconds: 463 }))).toEqual(['**Missed**']);
		expect(verdictOn(outcome(intelligence, 'two', { ...lookups, accepted: 47, lost: 1 }))).toEqual([
			'**Missed**',
		]);
	});

	test('the HTTP Request node has rows and no goals', () => {
		const section = processesSection([
			alone,
			outcome(httpRequest, 'two processes', { lost: 250, accepted: 50 }),
		]);
		expect(section).toContain('| HTTP Request node, two processes | 50 | 250 |');
		expect(section).not.toMatch(/Missed|Reached/);
	});
});

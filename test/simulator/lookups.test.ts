import { riskLevelBelow } from '../../nodes/shared/contract/contract';
import { lookupRecord, riskLevel } from '../../simulator/lookup-records';
import { get, inPath, ordinary, moveDate, simulator, useFakeDate, useSimulator } from './support';

const allFlags = 'imessage=true&facetime=true&service_risk_scoring_beta=true';

async function lookUp(number: string, query = '', token?: string) {
	return await get(`/intelligence/${inPath(number)}${query && `?${query}`}`, token);
}

describe('sections 2.6, 2.7 and 4.6: looking up a number', () => {
	useSimulator();

	test('answers every field of the record, and null for what was not asked', async () => {
		const { data } = await lookUp(ordinary);
		expect(data.data).toEqual({
			number: ordinary,
			formatted: '(206) 555-0133',
			country: 'US',
			caller_name: expect.any(String),
			line_type: expect.any(String),
			city: 'Seattle',
			region: 'Washington',
			carrier: {
				name: expect.any(String),
				type: expect.any(String),
				mcc: expect.any(String),
				mnc: expect.any(String),
			},
			ported: {
				ported: expect.any(Boolean),
				date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
				original_carrier: expect.any(String),
				current_carrier: expect.any(String),
			},
			imessage: null,
			facetime: null,
			service_risk_scoring_beta: null,
		});
	});

	test('the same number always has the same record, other numbers have others', async () => {
		const first = (await lookUp(ordinary, allFlags)).data.data;
		expect((await lookUp(ordinary, allFlags)).data.data).toEqual(first);
		const scores = Array.from({ length: 30 }, (_, index) => {
			const flags = { imessage: true, facetime: true, service_risk_scoring_beta: true };
			return lookupRecord(`+120655501${30 + index}`, flags).service_risk_scoring_beta?.score;
		});
		expect(new Set(scores).size).toBeGreaterThan(10);
	});

	test.each([
		['+447700900123', 'GB'],
		['+4930123456', 'DE'],
		['+33123456789', 'FR'],
	])('%s belongs to %s', async (number, country) => {
		expect((await lookUp(number)).data.data.country).toBe(country);
	});

	const flagCases: Array<[string, boolean | null, boolean | null, boolean]> = [
		['', null, null, false],
		['imessage=false', null, null, false],
		['imessage=true', true, null, false],
		['facetime=true', null, true, false],
		['imessage=true&facetime=true', true, true, false],
		['imessage=true&facetime=true&service_risk_scoring_beta=false', true, true, false],
		[allFlags, true, true, true],
	];
	test.each(flagCases)('with "%s"', async (query, imessage, facetime, risk) => {
		const { data } = (await lookUp(ordinary, query)).data;
		expect(data).toMatchObject({ imessage, facetime });
		expect(data.service_risk_scoring_beta !== null).toBe(risk);
	});

	test.each([
		'service_risk_scoring_beta=true',
		'service_risk_scoring_beta=true&imessage=true',
		'service_risk_scoring_beta=true&facetime=true',
		'service_risk_scoring_beta=true&imessage=true&facetime=false',
	])('risk scoring needs both other flags: "%s" answers 400', async (query) => {
		const { status, data } = await lookUp(ordinary, query);
		expect(status).toBe(400);
		expect(data.data).toEqual({ error: 'Bad Request', status: 400 });
	});

	test.each([
		'imessage=1',
		'imessage=TRUE',
		'imessage=',
		'imessage',
		'imessage=true&imessage=true',
		'risk=true',
	])('the query "%s" does not match the document', async (query) => {
		expect((await lookUp(ordinary, query)).status).toBe(400);
		expect(simulator().violations).toHaveLength(1);
	});

	test.each([
		['+12025550120', 'low', 0.19],
		['+12025550121', 'medium', 0.44],
		['+12025550122', 'high', 0.69],
		['+12025550123', 'very_high', 0.99],
	])('%s has the risk level %s', async (number, level, score) => {
		const { data } = (await lookUp(number, allFlags)).data;
		expect(data.service_risk_scoring_beta).toEqual({ level, score });
	});

	test.each([
		[0, 'low'],
		[riskLevelBelow.low, 'medium'],
		[riskLevelBelow.medium, 'high'],
		[riskLevelBelow.high, 'very_high'],
		[0.99, 'very_high'],
	])('the score %d has the level %s', (score, level) => {
		expect(riskLevel(score)).toBe(level);
	});

	test.each([
		['+12025550130', true],
		['+12025550131', false],
	])('%s: ported is %s', async (number, ported) => {
		const { data } = (await lookUp(number)).data;
		expect(data.ported.ported).toBe(ported);
		expect(data.ported.original_carrier === data.ported.current_carrier).toBe(!ported);
	});

	test.each([
		['+12025550110', false, true],
		['+12025550112', true, false],
		['+12025550113', false, false],
	])('%s: iMessage %s, FaceTime %s', async (number, imessage, facetime) => {
		expect((await lookUp(number, allFlags)).data.data).toMatchObject({ imessage, facetime });
	});

	test('answered lookups are remembered', async () => {
		await lookUp(ordinary);
		expect(simulator().lookups).toMatchObject([{ account: 'demo', record: { number: ordinary } }]);
	});
});

describe('section 8: six lookups a minute', () => {
	useSimulator({ rates: true });
	useFakeDate();

	test('the seventh waits until the first is a minute old', async () => {
		expect((await lookUp(ordinary)).status).toBe(200);
		moveDate(10_000);
		for (let made = 0; made < 5; made++) expect((await lookUp(ordinary)).status).toBe(200);
		const refused = await lookUp(ordinary);
		expect(refused.status).toBe(429);
		expect(refused.headers['retry-after']).toBe('50');
		expect(refused.data.data).toEqual({ error: 'Too Many Requests', status: 429 });
		moveDate(49_999);
		expect((await lookUp(ordinary)).status).toBe(429);
		moveDate(1);
		expect((await lookUp(ordinary)).status).toBe(200);
		expect((await lookUp(ordinary)).status).toBe(429);
		expect(simulator().lookups).toHaveLength(7);
	});

	test('each token has its own rate', async () => {
		for (let made = 0; made < 6; made++) await lookUp(ordinary);
		expect((await lookUp(ordinary)).status).toBe(429);
		expect((await lookUp(ordinary, '', 'demo-token-no-whatsapp')).status).toBe(200);
	});

	test('refused lookups do not count', async () => {
		for (let made = 0; made < 6; made++) await lookUp(ordinary, 'service_risk_scoring_beta=true');
		expect((await lookUp(ordinary)).status).toBe(200);
	});

	test('can be switched off', async () => {
		simulator().set({ lookupRate: false });
		for (let made = 0; made < 10; made++) expect((await lookUp(ordinary)).status).toBe(200);
	});
});

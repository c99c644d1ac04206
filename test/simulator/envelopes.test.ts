import { operations } from '../../simulator/operations';
import { ServiceError } from '../../simulator/service-error';
import { requestOf, idsByService, serviceOf } from '../support/operations';
import { apiVersion, documentedStatuses } from '../support/service-document';
import { acceptedRequest, get, simulator, useSimulator } from './support';

useSimulator();

describe('sections 2.1, 2.2 and 9: envelopes and versions', () => {
	test.each(idsByService)('%s answers the success envelope', async (id) => {
		const before = Date.now();
		const { status, data } = await acceptedRequest(id);
		expect(status).toBe(200);
		expect(data).toEqual({
			id: expect.stringMatching(/^req_/),
			timestamp: expect.any(Number),
			api_version: expect.stringMatching(apiVersion),
			object: 'response',
			data: expect.any(Object),
		});
		expect(data.timestamp).toBeGreaterThanOrEqual(before);
		expect(simulator().violations).toEqual([]);
		expect(simulator().requests).toMatchObject([
			{ operationId: serviceOf(id), authorization: 'ok', answeredStatus: 200 },
		]);
	});

	test('each endpoint has its own version label', async () => {
		const labels = await Promise.all(
			idsByService.map(async (id) => (await acceptedRequest(id)).data.api_version),
		);
		expect(new Set(labels).size).toBe(idsByService.length);
	});

	test('no two answers have the same id', async () => {
		const ids = await Promise.all(
			Array.from({ length: 20 }, async () => (await acceptedRequest('sendImessage')).data.id),
		);
		expect(new Set(ids).size).toBe(20);
	});

	test('four statuses are documented', () => {
		expect(documentedStatuses.map(([status]) => status)).toEqual([400, 401, 403, 500]);
	});

	test.each(documentedStatuses)(
		'an error %i answers the error envelope with its reason phrase',
		async (status, error) => {
			simulator().fault({ kind: 'status', status });
			const answer = await acceptedRequest('sendImessage');
			expect(answer.status).toBe(status);
			expect(answer.data).toEqual({
				id: expect.stringMatching(/^err_/),
				timestamp: expect.any(Number),
				api_version: expect.stringMatching(apiVersion),
				object: 'error',
				data: { error, status },
			});
		},
	);

	test('an unknown path answers the error envelope with 404', async () => {
		const { status, data } = await get('/intelligence');
		expect(status).toBe(404);
		expect(data).toMatchObject({ object: 'error', data: { error: 'Not Found', status: 404 } });
	});
});

describe('a defect of the simulator', () => {
	afterEach(() => jest.restoreAllMocks());

	test.each([
		['an answer that does not match the document', () => ({ available: 'yes' }), /available must be boolean/],
		[
			'an error that does not match the document',
			() => {
				throw new ServiceError(403, { agreementUrl: 5 as never });
			},
			/agreement_url must be string/,
		],
		[
			'an operation that fails',
			() => {
				throw new TypeError('no such thing');
			},
			/no such thing/,
		],
	])('%s is answered 500 and recorded', async (_case, operation, problem) => {
		jest.spyOn(operations, 'checkFaceTimeAvailability').mockImplementation(operation);
		const { status, data } = await acceptedRequest('checkFaceTimeAvailability');
		expect(status).toBe(500);
		expect(data.object).toBe('error');
		expect(simulator().violations).toEqual([
			{
				side: 'response',
				operationId: 'checkFaceTimeAvailability',
				method: 'GET',
				path: requestOf('checkFaceTimeAvailability').path,
				problems: [expect.stringMatching(problem)],
				at: expect.any(Number),
			},
		]);
	});
});

import { placedOperations } from '../../scripts/interface-document';
import { operations } from '../../simulator/operations';
import { idsByService, operationIds, requestOf, serviceOf } from '../support/operations';
import { apiVersion, documentedStatuses, serviceDocument } from '../support/service-document';
import { acceptedRequest, get, simulator, useSimulator } from './support';

useSimulator();

const success = {
	id: expect.stringMatching(/^req_/),
	timestamp: expect.any(Number),
	api_version: expect.stringMatching(apiVersion),
	object: 'response',
	data: expect.any(Object),
};

describe('sections 2.1, 2.2 and 9: envelopes and versions', () => {
	test('every operation answers the success envelope, with its own version label and a new id', async () => {
		const before = Date.now();
		const envelopes = [];
		for (const id of idsByService) {
			const { status, data } = await acceptedRequest(id);
			expect([id, status, data]).toEqual([id, 200, success]);
			expect(simulator().requests.at(-1)).toMatchObject({
				operationId: serviceOf(id),
				authorization: 'ok',
				answeredStatus: 200,
			});
			envelopes.push(data);
		}
		expect(simulator().violations).toEqual([]);
		expect(Math.min(...envelopes.map(({ timestamp }) => timestamp))).toBeGreaterThanOrEqual(before);
		expect(new Set(envelopes.map(({ id }) => id)).size).toBe(idsByService.length);
		expect(new Set(envelopes.map(({ api_version }) => api_version)).size).toBe(idsByService.length);
	});

	test('four statuses are documented', () => {
		expect(documentedStatuses.map(([status]) => status)).toEqual([400, 401, 403, 500]);
	});

	test('an unknown path answers the error envelope with 404', async () => {
		const { status, data } = await get('/intelligence');
		expect(status).toBe(404);
		expect(data).toEqual({
			...success,
			id: expect.stringMatching(/^err_/),
			object: 'error',
			data: { error: 'Not Found', status: 404 },
		});
	});
});

describe('a deployment without what is known from public material only', () => {
	const isPublicMaterial = new Map(
		placedOperations(serviceDocument).map((operation) => [
			operation.operationId,
			operation['x-source'] === 'public-material',
		]),
	);

	test('has all that stands in the interface document, and answers 404 to the rest', async () => {
		simulator().set({ publicMaterial: false });
		for (const id of operationIds) {
			const expected = isPublicMaterial.get(serviceOf(id)) ? 404 : 200;
			expect([id, (await acceptedRequest(id)).status]).toEqual([id, expected]);
		}
		const answered = simulator().requests.map(({ answeredStatus }) => answeredStatus);
		expect(new Set(answered)).toEqual(new Set([200, 404]));
		expect(simulator().violations).toEqual([]);
	});
});

describe('a defect of the simulator', () => {
	afterEach(() => jest.restoreAllMocks());

	test('is answered 500 and recorded: an answer that does not match the document', async () => {
		jest.spyOn(operations, 'checkFaceTimeAvailability').mockReturnValue({ available: 'yes' });
		const { status, data } = await acceptedRequest('checkFaceTimeAvailability');
		expect(status).toBe(500);
		expect(data.object).toBe('error');
		expect(simulator().violations).toEqual([
			{
				side: 'response',
				operationId: 'checkFaceTimeAvailability',
				method: 'GET',
				path: requestOf('checkFaceTimeAvailability').path,
				problems: [expect.stringContaining('available must be boolean')],
				at: expect.any(Number),
			},
		]);
	});
});

import { operations } from '../../simulator/operations';
import { idsByService, requestOf } from '../support/operations';
import { documentedStatuses } from '../support/service-document';
import { acceptedRequest, simulator, useSimulator } from './support';

useSimulator();

describe('sections 2.1, 2.2 and 9: envelopes and versions', () => {
	test('every operation answers with its own version label and a new id', async () => {
		const envelopes = [];
		for (const id of idsByService) envelopes.push((await acceptedRequest(id)).data);
		expect(new Set(envelopes.map(({ id }) => id)).size).toBe(idsByService.length);
		expect(new Set(envelopes.map(({ api_version }) => api_version)).size).toBe(idsByService.length);
		expect(simulator().violations).toEqual([]);
	});

	test('four statuses are documented', () => {
		expect(documentedStatuses.map(([status]) => status)).toEqual([400, 401, 403, 500]);
	});
});

test('an answer of the simulator that does not match the document is answered 500 and recorded', async () => {
	const defect = jest.spyOn(operations, 'checkFaceTimeAvailability').mockReturnValue({ available: 'yes' });
	const { status } = await acceptedRequest('checkFaceTimeAvailability');
	defect.mockRestore();
	expect(status).toBe(500);
	expect(simulator().violations).toMatchObject([
		{
			side: 'response',
			path: requestOf('checkFaceTimeAvailability').path,
			problems: [expect.stringContaining('available must be boolean')],
		},
	]);
});

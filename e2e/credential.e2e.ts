import { HostileServer } from '../test/hostile/hostile-server';
import { response, writes } from '../test/hostile/service-answers';
import { payload, type Payload } from './n8n/n8n-rest';
import { sharedN8n } from './support/n8n-session';
import { serviceCredential, token, useSimulator } from './support/simulated-service';

const n8n = sharedN8n();
const simulator = useSimulator();

async function tested(baseUrl: string, accessToken = token) {
	const data = { accessToken, baseUrl };
	const stored = await n8n.credentials.create({ name: 'Under test', type: 'phoneServiceApi', data });
	const result = await n8n.credentials.test({ ...stored, data });
	expect(JSON.stringify(result)).not.toContain(accessToken);
	return result;
}

describe('the Test button of the credential (section 5)', () => {
	let website: HostileServer;

	beforeAll(async () => {
		const page = '<!doctype html><title>Welcome</title>';
		website = await HostileServer.start(writes(response(200, page, { 'Content-Type': 'text/html' })));
	});
	afterAll(async () => {
		await website.stop();
	});

	test('a good token: accepted, after one request that changes nothing', async () => {
		expect(await tested(simulator().url)).toEqual({
			status: 'OK',
			message: 'The service accepted the access token.',
		});
		expect(simulator().requests).toMatchObject([
			{ operationId: 'checkFaceTimeAvailability', authorization: 'ok' },
		]);
	});

	test('a stored credential, whose token the editor does not get to see', async () => {
		const { id, name, type } = await serviceCredential(n8n, simulator().url);
		const params = { includeData: true };
		const stored = payload(
			await n8n.rest.get<Payload<{ data: Record<string, unknown> }>>(`/credentials/${id}`, { params }),
		);
		expect(JSON.stringify(stored)).not.toContain(token);
		const result = await n8n.credentials.test({ id, name, type, data: stored.data });
		expect(result.status).toBe('OK');
	});

	test('a wrong token: 401', async () => {
		const { status, message } = await tested(simulator().url, 'some-other-token');
		expect(status).toBe('Error');
		expect(message).toMatch(/does not accept this access token \(401\)/);
	});

	test('an address where something else answers with a web page', async () => {
		const { status, message } = await tested(website.url);
		expect(status).toBe('Error');
		expect(message).toMatch(/Something answers at this base URL, but it is not the service/);
	});
});

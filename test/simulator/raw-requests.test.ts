import { request } from 'node:http';
import { caller, simulator, useSimulator } from './support';

useSimulator();

/** Sends a path as it is, without the normalisation that URL libraries do. */
async function rawStatus(
	path: string,
	method = 'GET',
	headers: Record<string, string> = {},
): Promise<number> {
	const { hostname, port } = new URL(simulator().url);
	return await new Promise((resolve, reject) => {
		request({ hostname, port, path, method, headers: { Authorization: 'Bearer demo-token', ...headers } })
			.on('response', (response) => {
				response.resume();
				resolve(response.statusCode ?? 0);
			})
			.on('error', reject)
			.end();
	});
}

describe('section 4: paths', () => {
	test.each([
		['/intelligence/%2B12065550133', 200],
		['/intelligence/+12065550133', 200],
		['/facetime/availability/guest%40example%2Ecom', 200],
		['/facetime/availability/guest@example.com', 200],
		['/intelligence/%2B1206555%2F0133', 400],
		['/intelligence/..%2Fadmin%2Fstate', 400],
		['/intelligence/%2e%2e', 400],
		['/intelligence/%zz', 400],
		['/intelligence/%E0%A4', 400],
		['/intelligence/%2B12065550133%0A', 400],
		['/intelligence/%2B12065550133/', 404],
		['/intelligence/', 404],
		['//intelligence/%2B12065550133', 404],
		['/intelligence/../admin/state', 404],
		['/INTELLIGENCE/%2B12065550133', 404],
		['/v1/intelligence/%2B12065550133', 404],
	])('%s answers %i', async (path, status) => {
		expect(await rawStatus(path)).toBe(status);
		expect(simulator().requests).toMatchObject([{ path, answeredStatus: status }]);
		expect(simulator().violations).toHaveLength(status === 200 ? 0 : 1);
	});

	test('a path that is malformed needs a token all the same', async () => {
		expect(await rawStatus('/intelligence/%zz', 'GET', { Authorization: 'Bearer wrong' })).toBe(401);
	});

	test.each(['DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'SEARCH'])(
		'the method %s answers 405',
		async (method) => {
			expect(await rawStatus('/intelligence/%2B12065550133', method)).toBe(405);
			expect(simulator().violations).toMatchObject([{ method, operationId: null }]);
		},
	);
});

describe('the JSON bodies of the interface document', () => {
	const text = '{"to": "+12065550133", "message": "Hello"}';

	async function status(body: string, contentType: string): Promise<number> {
		const headers = { 'Content-Type': contentType };
		return (await caller().post('/send/imessage', body, { headers, transformRequest: [] })).status;
	}

	test.each([
		[text, 'application/json', 200],
		[text, 'application/json; charset=utf-8', 200],
		[text, 'Application/JSON', 200],
		[text, 'text/plain', 400],
		[text, 'application/x-www-form-urlencoded', 400],
		['to=%2B12065550133&message=Hello', 'application/x-www-form-urlencoded', 400],
		[text.slice(0, -1), 'application/json', 400],
		[JSON.stringify(text), 'application/json', 400],
		['null', 'application/json', 400],
	])('%s as %s answers %i', async (body, contentType, expected) => {
		expect(await status(body, contentType)).toBe(expected);
		expect(simulator().violations).toHaveLength(expected === 200 ? 0 : 1);
	});

	test('a text that cannot be read is recorded as it came', async () => {
		await status('{"to": ', 'application/json');
		expect(simulator().requests).toMatchObject([{ body: '{"to": ' }]);
	});
});

import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';

import { PhoneServiceApi } from '../../credentials/PhoneServiceApi.credentials';
import { testPhoneServiceApi } from '../../nodes/shared/panel/credential-test';
import type { FaultOrder } from '../../simulator/faults';
import { HostileServer } from '../hostile/hostile-server';
import { answers } from '../hostile/service-answers';
import { additionalData } from '../support/engine';
import { allNodes } from '../support/panels';
import { credential, simulator, useSimulator } from '../support/simulated';

useSimulator();

async function testResult(data: ICredentialDataDecryptedObject): Promise<INodeCredentialTestResult> {
	const context = new CredentialTestContext(additionalData({ nodes: [], connections: {} }, data));
	return await testPhoneServiceApi.call(context, { id: '1', name: 'Test', type: 'phoneServiceApi', data });
}

describe('the Test button (section 5)', () => {
	test('a good credential, with one read-only request', async () => {
		const result = await testResult(credential());
		expect(result).toMatchObject({ status: 'OK' });
		expect(simulator().requests).toMatchObject([{ method: 'GET', operationId: 'checkFaceTimeAvailability' }]);
	});

	test.each<[ICredentialDataDecryptedObject, RegExp]>([
		[{ accessToken: 'wrong' }, /did not accept the access token \(401 Unauthorized\)/],
		[{ accessToken: '' }, /no access token/],
		[{ accessToken: 'Bearer demo-token' }, /begins with "Bearer"/],
		[{ accessToken: 'bearer\tdemo-token' }, /begins with "Bearer"/],
		[{ accessToken: 'demo token' }, /contains an invalid character/],
		[{ accessToken: 'demo\u00a0token' }, /contains an invalid character/],
		[{ accessToken: 'demo\ntoken' }, /contains an invalid character/],
		[{ baseUrl: 'http://127.0.0.1:1' }, /^The service could not be reached\. .*Check the base URL/],
		[{ baseUrl: 'http://api.example.com' }, /is not secure/],
		[{ baseUrl: '' }, /no base URL/],
	])('%j', async (wrong, message) => {
		const result = await testResult({ ...credential(), ...wrong });
		expect(result).toMatchObject({ status: 'Error', message: expect.stringMatching(message) });
		if (wrong.accessToken) expect(result.message).not.toContain(wrong.accessToken);
	});

	test('an address that the service does not know (404): the base URL is the first thing to check', async () => {
		simulator().fault({ kind: 'status', status: 404 });
		const { status, message } = await testResult(credential());
		expect([status, message]).toEqual(['Error', expect.stringMatching(/^[^.]*\. Check the base URL/)]);
	});

	test.each([401, 403, 404, 418])(
		'another server that answers %i: the base URL is the first thing to check',
		async (code) => {
			const server = await HostileServer.start(answers(code, { error: 'No' }));
			const { status, message } = await testResult({ ...credential(), baseUrl: server.url });
			await server.stop();
			expect([status, message]).toEqual(['Error', expect.stringMatching(/^[^.]*\. Check the base URL/)]);
		},
	);

	const forbidden: FaultOrder = { kind: 'status', status: 403, times: 0 };
	const lacking: FaultOrder = { kind: 'status', status: 404, times: 0 };
	const facetime: FaultOrder = { ...forbidden, match: { operationId: 'checkFaceTimeAvailability' } };
	const mayWork = {
		status: 'OK',
		message:
			'The service accepted the access token, but does not permit FaceTime checks with it. Other operations may work.',
	};

	test.each<[string, FaultOrder[]]>([
		['another read is permitted', [facetime]],
		['the provider lacks the other reads', [facetime, lacking]],
		[
			'the provider lacks one of them',
			[facetime, { ...lacking, match: { operationId: 'listEntitlements' } }, forbidden],
		],
		['the other reads fail', [facetime, { kind: 'resetBefore', times: 0 }]],
	])('a token without this one permission (403) works where %s', async (_, faults) => {
		for (const fault of faults) simulator().fault(fault);
		expect(await testResult(credential())).toEqual(mayWork);
	});

	test('a token that may do none of what can be tried without sending is not good (403)', async () => {
		const result = await testResult(credential('demo-token-no-permission'));
		expect(result).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/permits none of what was tried/),
		});
		expect(simulator().requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
	});
});

test('every node of the package uses the credential and can test it', () => {
	for (const { credentials } of allNodes) {
		expect(credentials).toEqual([
			{ name: new PhoneServiceApi().name, required: true, testedBy: 'phoneServiceApiTest' },
		]);
	}
});

test('token and webhook secret are password fields, the base URL is required and has no default', () => {
	expect(new PhoneServiceApi().properties).toMatchObject([
		{ name: 'accessToken', typeOptions: { password: true }, required: true, default: '' },
		{ name: 'baseUrl', required: true, default: '' },
		{ name: 'webhookSecret', typeOptions: { password: true }, default: '' },
	]);
});

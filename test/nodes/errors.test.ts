import { STATUS_CODES } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';

import { limits } from '../../nodes/shared/rate/rate-queues';
import { HostileServer } from '../hostile/hostile-server';
import { answers } from '../hostile/service-answers';
import { useShortWaits } from '../support/clock';
import { callOf, operations, type OfferedId } from '../support/operations';
import { leased, plainImessage, runNode, simulator, useSimulator } from '../support/simulated';
import { demoToken } from '../../simulator/accounts';
import type { FaultEffect } from '../../simulator/faults';

useSimulator();
useShortWaits();

beforeEach(() => {
	jest.replaceProperty(limits, 'refusedMs', 0);
});

const unpaced = { messagesPerSecond: 0, lookupsPerMinute: 0 };

const send = { ...plainImessage, to: '+12025550199', options: unpaced };

async function failing(fault: FaultEffect) {
	simulator().fault({ ...fault, times: 0 });
	const finished = await runNode('phoneServiceMessaging', send);
	expect(finished.error).toBeDefined();
	expect(JSON.stringify(finished.run)).not.toContain(demoToken);
	return finished.error;
}

describe('errors (sections 2.2 and 7)', () => {
	const to = "'To' (+12025550199)";
	const from = `'From' (${leased.imessage})`;
	const applying = 'Apply for entitlements (lease) with the Phone Service Entitlements node.';

	const unknown = `The cause is not in this workflow; if it stays, tell the provider. The message for ${to} may or may not have been sent. A retry does not send it again, unless you turn on 'Send Again If Unknown' in Options.`;

	test.each<[number, string, string, string, string]>([
		[
			400,
			'The service does not accept this request',
			`Check ${to}, ${from} and 'Message': the service does not take one of them, or not all of them together.`,
			'rejected',
			'configuration-invalid',
		],
		[
			401,
			'The service did not accept the access token',
			'Open the credential and enter the access token again, as the provider shows it.',
			'rejected',
			'credential-invalid',
		],
		[
			403,
			'The service does not permit this',
			`Possible causes: the account does not lease ${from} for iMessage; it may not write to this recipient. ${applying}`,
			'rejected',
			'configuration-invalid',
		],
		[
			404,
			'The service does not know this address',
			`The service itself answers, but does not offer Send iMessage, or does not know ${to} and ${from}. Or the base URL of the credential has a path too much.`,
			'rejected',
			'configuration-invalid',
		],
		[
			429,
			'Rate limit reached',
			`Something else sends from ${from} too: wait, or lower 'Messages per Second' in Options.`,
			'rejected',
			'rate-limited',
		],
		[500, 'The service could not process the request', unknown, 'unknown', 'temporarily-unavailable'],
	])(
		'%i says what happened, what to do and what the service said, with the facts of the envelope',
		async (status, message, description, outcome, cause) => {
			const error = await failing({ kind: 'status', status });
			const phrase = String(STATUS_CODES[status]);
			expect(error?.message).toBe(`${message} (${status} ${phrase})`);
			expect(error?.description).toBe(
				`${description} The service says "${phrase}"; its provider can look it up as ${String(error?.context.errorId)}.`,
			);
			expect(error?.failure).toEqual({ cause });
			expect(error?.httpCode).toBe(String(status));
			expect(error?.context).toMatchObject({
				outcome,
				status,
				errorId: expect.stringMatching(/^err_/),
				apiVersion: expect.stringMatching(/^v\d/),
			});
		},
	);

	test('a 429 says how long the service asks to wait, to n8n as well', async () => {
		const error = await failing({ kind: 'status', status: 429, retryAfter: 30 });
		expect(error?.description).toContain('The service asks to wait 30 s.');
		expect(error?.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 30_000 });
	});

	const application = 'apply for it with the Phone Service Entitlements node.';

	test.each<[OfferedId, number, INodeParameters, string]>([
		[
			'sendImessage',
			403,
			{},
			`Possible causes: the account leases no number for iMessage; it may not write to this recipient. ${applying}`,
		],
		[
			'sendImessage',
			403,
			{ from: leased.imessage, fallback: true, fallbackFrom: leased.sms, options: { fastTrack: true } },
			`Possible causes: the account does not lease ${from} for iMessage; it does not lease 'Fallback From' (${leased.sms}) for SMS or RCS; it lacks the fast_track entitlement, or has not accepted its terms; it may not write to this recipient. ${applying.replace('lease', 'lease, fast_track')}`,
		],
		[
			'sendImessage',
			429,
			{ options: { fastTrack: true } },
			'Fast track lifts the rate of a leased number only while its entitlement is granted: wait, or turn it off.',
		],
		[
			'getCallForwarding',
			403,
			{},
			`Possible cause: the account does not lease 'Your Number' (${leased.immediate}). Leasing needs the lease entitlement: ${application}`,
		],
		[
			'enableCallForwarding',
			500,
			{},
			`The cause is not in this workflow; if it stays, tell the provider. The change of 'Your Number' (${leased.imessage}) may or may not have been made; read the present state before you repeat it.`,
		],
		['lookUpNumber', 403, {}, `Lookups need the number_intelligence entitlement: ${application}`],
		[
			'checkFaceTimeAvailability',
			400,
			{ to: 'ada@example.com' },
			"Check 'Phone Number or Email' (ada@example.com): the service does not take it.",
		],
		[
			'checkFaceTimeAvailability',
			429,
			{},
			'Something else uses this account too: wait, or slow this node down with Settings → Request Options → Batching.',
		],
	])(
		'%s, %i, with %j: only causes that can apply, and whom they concern',
		async (id, status, further, text) => {
			simulator().fault({ kind: 'status', status, times: 0 });
			const { error } = await runNode(operations[id].node, {
				...callOf(id),
				...further,
				options: { ...(further.options as INodeParameters), ...unpaced },
			});
			expect(error?.httpCode).toBe(String(status));
			expect(error?.description?.split(/ The service says | An entitlement that/)[0]).toBe(text);
		},
	);
});

test.each([
	[301, 'unknown'],
	[302, 'unknown'],
	[303, 'unknown'],
	[307, 'notSent'],
	[308, 'notSent'],
])('a redirect (%i) to another host carries nothing along; outcome %s', async (status, outcome) => {
	const other = await HostileServer.start(answers(200, {}));
	const location = `http://localhost:${other.port}/elsewhere`;
	const error = await failing({ kind: 'redirect', status, location });
	expect(other.asked).toEqual([]);
	expect(error?.message).toMatch(/redirects elsewhere/);
	expect(error?.description).toContain(location);
	expect(error?.context).toMatchObject({ outcome, status });
});

/**
 * Walks the interface document: every operation, body field, query flag, enumerated value, answer field, limit and
 * status that the OpenAPI document holds has a row here that runs it through n8n's engine. A row that is missing,
 * or that names something which does not exist, fails the last test.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { parse } from 'yaml';

import { serviceOperations, type OperationId } from '../../nodes/shared/contract/contract';
import { imessage, rows, whatsapp } from '../support/contract-rows';
import { leased, runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();
beforeEach(() => simulator().set({ sendRate: false, lookupRate: false, forwardingDelayMs: 60_000 }));

const options = { messagesPerSecond: 0, lookupsPerMinute: 0 };

const nodeOf: Record<OperationId, string> = {
	disableCallForwarding: 'phoneServiceNumbers',
	getCallForwarding: 'phoneServiceNumbers',
	enableCallForwarding: 'phoneServiceNumbers',
	configureNumber: 'phoneServiceNumbers',
	sendImessage: 'phoneServiceMessaging',
	sendWhatsapp: 'phoneServiceMessaging',
	lookUpNumber: 'phoneServiceIntelligence',
	applyForEntitlement: 'phoneServiceEntitlements',
	checkFaceTimeAvailability: 'phoneServiceFaceTime',
};

test.each(rows)('section $section: $covers', async ({ operation, parameters, sends: sent, gives: given }) => {
	const finished = await runNode(nodeOf[operation], { operation, options, ...parameters });
	expect(finished.error).toBeUndefined();
	const [request] = simulator().requests;
	expect(request?.answeredStatus).toBe(200);
	if (sent) expect((request?.body ?? request?.query) as object).toMatchObject(sent);
	if (given) expect(finished.json()[0]).toMatchObject(given);
});

test.each(Object.entries(serviceOperations))(
	'sections 1 and 4: %s says that its body is JSON if it is a POST, also without a body',
	async (id, { method }) => {
		const operation = id as OperationId;
		const parameters = { ...imessage, ...whatsapp, number: leased.immediate, enableTo: imessage.to };
		await runNode(nodeOf[operation], { operation, options, entitlement: 'lease', ...parameters });
		const [request] = simulator().requests;
		expect(request?.answeredStatus).toBe(200);
		expect(request?.headers['content-type']).toBe(method === 'POST' ? 'application/json' : undefined);
		const hasBody = method === 'POST' && operation !== 'applyForEntitlement';
		expect(request?.body === null).toBe(!hasBody);
	},
);

const documentedStatuses = [
	[400, 'Bad Request'],
	[401, 'Unauthorized'],
	[403, 'Forbidden'],
	[500, 'Internal Server Error'],
] as const;

describe.each(Object.keys(nodeOf) as OperationId[])('section 7: %s', (operation) => {
	const parameters: INodeParameters = {
		...imessage,
		...whatsapp,
		number: leased.immediate,
		enableTo: imessage.to,
		entitlement: 'lease',
	};

	test.each(documentedStatuses)('%i %s', async (status) => {
		simulator().fault({ kind: 'status', status });
		const finished = await runNode(nodeOf[operation], { operation, options, ...parameters });
		expect(finished.error?.message).toContain(String(status));
		expect(finished.error?.description).toBeTruthy();
		expect(finished.error?.context).toMatchObject({ status, errorId: expect.stringMatching(/^err_/) });
	});
});

test('every part of the OpenAPI document has its row', () => {
	const document = parse(readFileSync(join(__dirname, '..', '..', 'simulator', 'openapi.yaml'), 'utf8')) as {
		components: { schemas: Record<string, { enum?: string[]; 'x-known-values'?: string[] }> };
		paths: Record<
			string,
			Record<string, { operationId: string; parameters?: Array<{ name?: string; in?: string }> }>
		>;
	};
	const values = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
		[...(schema.enum ?? []), ...(schema['x-known-values'] ?? [])].map((value) => `${name}.${value}`),
	);
	const bodyFields = Object.entries(serviceOperations).flatMap(([id, operation]) =>
		'bodyFields' in operation ? operation.bodyFields.map((field) => `${id}.${field}`) : [],
	);
	const queryFlags = Object.values(document.paths)
		.flatMap((methods) => Object.values(methods))
		.flatMap(({ operationId, parameters }) =>
			(parameters ?? [])
				.filter((parameter) => parameter.in === 'query')
				.map(({ name }) => `${operationId}.${name}`),
		);
	const covered = rows.map(({ covers }) => covers);
	expect([...values, ...bodyFields, ...queryFlags].filter((part) => !covered.includes(part))).toEqual([]);
	expect(new Set(rows.map(({ operation }) => operation))).toEqual(new Set(Object.keys(serviceOperations)));
});

test('the rows name each thing once', () => {
	const covered = rows.map(({ covers }) => covers);
	expect(covered).toEqual([...new Set(covered)]);
});

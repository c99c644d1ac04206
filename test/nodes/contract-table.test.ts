/**
 * Walks the interface document: every operation, body field, query flag, enumerated value, answer field, limit and
 * status that the OpenAPI document holds has a row here that runs it through n8n's engine. A row that is missing,
 * or that names something which does not exist, fails the last test.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import { parse } from 'yaml';

import { serviceOperations, type NodeOperationId } from '../../nodes/shared/contract/contract';
import { rows } from '../support/contract-rows';
import { nodeTypes, packageName } from '../support/node-types';
import { callOf, operationIds, operationRows, operations, requestOf } from '../support/operations';
import { runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();
beforeEach(() => simulator().set({ sendRate: false, lookupRate: false, forwardingDelayMs: 60_000 }));

const options = { messagesPerSecond: 0, lookupsPerMinute: 0 };

test.each(rows)('section $section: $covers', async ({ operation, parameters, sends: sent, gives: given }) => {
	const finished = await runNode(operations[operation].node, { operation, options, ...parameters });
	expect(finished.error).toBeUndefined();
	const [request] = simulator().requests;
	expect(request?.answeredStatus).toBe(200);
	if (sent) expect((request?.body ?? request?.query) as object).toMatchObject(sent);
	if (given) expect(finished.json()[0]).toMatchObject(given);
});

/** The valid call of an operation, in n8n's engine. */
async function runCall(id: NodeOperationId) {
	return await runNode(operations[id].node, { ...callOf(id), options });
}

test.each(operationIds)('sections 2 and 4: the valid call of %s, and what comes back', async (id) => {
	const finished = await runCall(id);
	expect(finished.error).toBeUndefined();
	expect(simulator().requests).toMatchObject([{ operationId: id, answeredStatus: 200, ...requestOf(id) }]);
	expect(finished.json()).toEqual([operations[id].gives]);
});

test.each(operationIds)(
	'sections 1 and 4: %s says that its body is JSON if it is a POST, also without a body',
	async (id) => {
		await runCall(id);
		const [request] = simulator().requests;
		const isPost = serviceOperations[id].method === 'POST';
		expect(request?.headers['content-type']).toBe(isPost ? 'application/json' : undefined);
		expect(request?.body).toEqual(operations[id].sends.body ?? null);
	},
);

const documentedStatuses = [
	[400, 'Bad Request'],
	[401, 'Unauthorized'],
	[403, 'Forbidden'],
	[500, 'Internal Server Error'],
] as const;

describe.each(operationIds)('section 7: %s', (id) => {
	test.each(documentedStatuses)('%i %s', async (status) => {
		simulator().fault({ kind: 'status', status });
		const finished = await runCall(id);
		expect(finished.error?.message).toContain(String(status));
		expect(finished.error?.description).toBeTruthy();
		expect(finished.error?.context).toMatchObject({ status, errorId: expect.stringMatching(/^err_/) });
	});
});

interface DocumentOperation {
	operationId: string;
	parameters?: Array<{ name?: string; in?: string }>;
	requestBody?: object;
	'x-effect': string;
	'x-panel'?: string;
}

interface DocumentSchema {
	enum?: string[];
	'x-known-values'?: string[];
}

describe('the OpenAPI document', () => {
	const document = parse(readFileSync(join(__dirname, '..', '..', 'simulator', 'openapi.yaml'), 'utf8')) as {
		components: Record<string, Record<string, DocumentSchema>>;
		paths: Record<string, Record<string, DocumentOperation>>;
	};
	const allOperations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
	const lists = allOperations.filter((operation) => operation['x-panel'] === 'list');
	const offered = allOperations.filter((operation) => !lists.includes(operation));
	const names = (operations: DocumentOperation[]) => operations.map(({ operationId }) => operationId).sort();

	/** The components that an element refers to, also by way of others, as `schemas/Failover`. */
	function componentsOf(element: unknown, found = new Set<string>()): Set<string> {
		for (const [, kind = '', name = ''] of JSON.stringify(element).matchAll(
			/"#\/components\/(\w+)\/(\w+)"/g,
		)) {
			if (found.has(`${kind}/${name}`)) continue;
			found.add(`${kind}/${name}`);
			componentsOf(document.components[kind]?.[name], found);
		}
		return found;
	}

	test('has a row for every part, but those of lists alone', () => {
		const ofNodes = componentsOf(offered);
		const ofLists = [...componentsOf(lists)].filter((component) => !ofNodes.has(component));
		const values = Object.entries(document.components.schemas ?? {})
			.filter(([name]) => !ofLists.includes(`schemas/${name}`))
			.flatMap(([name, schema]) =>
				[...(schema.enum ?? []), ...(schema['x-known-values'] ?? [])].map((value) => `${name}.${value}`),
			);
		const bodyFields = Object.entries(serviceOperations).flatMap(([id, operation]) =>
			'bodyFields' in operation ? operation.bodyFields.map((field) => `${id}.${field}`) : [],
		);
		const queryFlags = allOperations.flatMap(({ operationId, parameters }) =>
			(parameters ?? [])
				.filter((parameter) => parameter.in === 'query')
				.map(({ name }) => `${operationId}.${name}`),
		);
		const covered = rows.map(({ covers }) => covers);
		expect([...values, ...bodyFields, ...queryFlags].filter((part) => !covered.includes(part))).toEqual([]);
		expect([...operationIds].sort()).toEqual(names(offered));
	});

	test('holds the operations that the nodes offer, and those that load their lists', () => {
		const inPanels = [...new Set(operationRows.map(([, { node }]) => node))].flatMap((type) => {
			const { properties } = nodeTypes.getByNameAndVersion(`${packageName}.${type}`).description;
			const options = properties.find(({ name }) => name === 'operation')?.options as INodePropertyOptions[];
			return options.map(({ value }) => String(value));
		});
		expect(inPanels.sort()).toEqual(names(offered));
		expect(lists.length + offered.length).toBe(Object.keys(serviceOperations).length);
	});

	test.each(lists)('marks $operationId as a list, which reads and needs to be told nothing', (list) => {
		expect(list['x-effect']).toBe('read');
		expect(list).not.toHaveProperty('parameters');
		expect(list).not.toHaveProperty('requestBody');
	});
});

test('the rows name each thing once', () => {
	const covered = rows.map(({ covers }) => covers);
	expect(covered).toEqual([...new Set(covered)]);
});

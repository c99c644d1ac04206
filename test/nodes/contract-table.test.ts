/**
 * Walks the interface document through n8n's engine: each operation of the nodes by its valid call, whose answer is
 * compared whole, and with each documented status; each choice of the panels; and by a row each further body field, query
 * flag, other enumerated value and longest list that the OpenAPI document has for it.
 */
import { globSync } from 'node:fs';

import type { INodePropertyOptions } from 'n8n-workflow';

import { serviceOperations, type OperationId } from '../../nodes/shared/contract/contract';
import type { NodeOperation } from '../../nodes/shared/operation/operation';
import { openApiDocument } from '../../simulator/document';
import { placedOperations } from '../../scripts/interface-document';
import { offeredOperations, packageName, packageNodes } from '../../scripts/package-nodes';
import { root, textOf } from '../../scripts/project-root';
import { declaredFields, valuesOf } from '../../nodes/shared/operation/request';
import { useFastTime } from '../support/clock';
import { rows } from '../support/contract-rows';
import { addNodeType } from '../support/node-types';
import { actionNodes } from '../support/panels';
import {
	callOf,
	itemsGiven,
	operationIds,
	operations,
	requestOf,
	serviceOf,
	type OfferedId,
} from '../support/operations';
import { runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();
useFastTime();
beforeEach(() => simulator().set({ sendRate: false, lookupRate: false, forwardingDelayMs: 60_000 }));

const serviceDocument = openApiDocument();

/** The operations of the service that an operation of a node performs. */
function servicesOf({ service, byChannel }: NodeOperation): OperationId[] {
	return [...new Set([service, ...Object.values(byChannel?.services ?? {})])];
}

/** What the nodes leave out, because another value says the same. */
const leftOut = ['reactText.message_id'];

const options = { messagesPerSecond: 0, lookupsPerMinute: 0 };

test.each(rows)('$covers', async (row) => {
	const { operation, parameters, sends: sent, gives: given, item = 0 } = row;
	const finished = await runNode(operations[operation].node, { operation, options, ...parameters });
	expect(finished.error).toBeUndefined();
	const [request] = simulator().requests;
	expect(request?.answeredStatus).toBe(200);
	if (sent) expect((request?.body ?? request?.query) as object).toMatchObject(sent);
	if (given) expect(finished.json().at(item)).toMatchObject(given);
});

const allOffered = [...offeredOperations().keys()];

/** What a panel offers where the contract has choices. */
const choices = allOffered.flatMap((operation) =>
	servicesOf(operation).flatMap((service) =>
		declaredFields(operation, service).flatMap(({ field, targets: [target], bodies }) => {
			// Reactions have one name for all channels.
			if (bodies.size > 0 && operation.id === 'react') return [];
			const values = target?.schema.values ?? target?.schema.examples;
			const offered = field.options?.map((option) => (option as INodePropertyOptions).value);
			return values && offered ? [{ place: `${service}.${target?.property}`, offered, values }] : [];
		}),
	),
);

test.each(choices)('the panel offers all that $place may be', ({ offered, values }) => {
	expect(offered.filter((value) => value !== '').sort()).toEqual([...values].sort());
});

/** The valid call of an operation, in n8n's engine. */
async function runCall(id: OfferedId) {
	return await runNode(operations[id].node, { ...callOf(id), options });
}

test.each(operationIds)('sections 1, 2 and 4: the valid call of %s, and what comes back', async (id) => {
	const finished = await runCall(id);
	expect(finished.error).toBeUndefined();
	const [request, ...others] = simulator().requests;
	expect(others).toEqual([]);
	expect(request).toMatchObject({ operationId: serviceOf(id), answeredStatus: 200, ...requestOf(id) });
	expect(request?.body).toEqual(requestOf(id).body);
	const isPost = serviceOperations[serviceOf(id)].method === 'POST';
	expect(request?.headers['content-type']).toBe(isPost ? 'application/json' : undefined);
	expect(finished.json()).toEqual(itemsGiven(id));
});

/** A node that has its declarations alone, without the functions by which the delivery takes the place of n8n's loop. */
const declared = (node: string) => `${node}Declared`;

for (const NodeType of packageNodes) {
	const { requestOperations, ...description } = new NodeType().description;
	const name = declared(description.name);
	if (requestOperations) addNodeType(`${packageName}.${name}`, { description: { ...description, name } });
}

test.each(operationIds)("%s: n8n's own routing engine sends what the delivery sends", async (id) => {
	const parameters = { ...callOf(id), ...operations[id].everyField, options };
	for (const node of [operations[id].node, declared(operations[id].node)]) {
		expect((await runNode(node, parameters)).error).toBeUndefined();
	}
	const [sent, declaredly] = simulator().requests.map(({ method, path, query, body }) => [
		method,
		path,
		query,
		body,
	]);
	expect(declaredly).toEqual(sent);
});

describe.each(operationIds)('section 7: %s', (id) => {
	test.each([400, 401, 403, 500])('%i', async (status) => {
		simulator().fault({ kind: 'status', status });
		const finished = await runCall(id);
		expect(finished.error?.message).toContain(String(status));
		expect(finished.error?.description).toBeTruthy();
		expect(finished.error?.context).toMatchObject({ status, errorId: expect.stringMatching(/^err_/) });
	});
});

/** The references in a part of the document, and in what these lead to. */
function referencedBy(part: unknown, found = new Set<string>()): Set<string> {
	for (const [, reference = ''] of JSON.stringify(part).matchAll(/"\$ref":"([^"]+)"/g)) {
		if (found.has(reference)) continue;
		found.add(reference);
		const steps = reference.replace('#/', '').split('/');
		referencedBy(
			steps.reduce((inner: unknown, step) => (inner as Record<string, unknown>)[step], serviceDocument),
			found,
		);
	}
	return found;
}

describe('the OpenAPI document', () => {
	const services = [...new Set(allOffered.flatMap(servicesOf))];
	const offered = placedOperations(serviceDocument).filter(({ operationId }) =>
		services.some((service) => service === operationId),
	);

	test('has a row, a choice or a valid call for each part, and no other', () => {
		const ofOffered = referencedBy(offered);
		const schemas = Object.entries(serviceDocument.components.schemas).filter(([name]) =>
			ofOffered.has(`#/components/schemas/${name}`),
		);
		const values = schemas.flatMap(([name, schema]) => {
			const all = schema.enum ?? schema['x-known-values'] ?? [];
			const isChosen = choices.some((chosen) => all.every((value) => chosen.values.includes(value)));
			return isChosen ? [] : all.map((value) => `${name}.${value}`);
		});
		const longestLists = schemas.filter(([, { maxItems }]) => maxItems).map(([name]) => `${name}.maxItems`);
		const bodyFields = services.flatMap((id) => {
			const properties = Object.keys(valuesOf(id).body ?? {});
			return [...new Set(properties.map((property) => `${id}.${property.replace(/\..*/, '')}`))];
		});
		const queryFlags = services.flatMap((id) =>
			Object.keys(valuesOf(id).query ?? {}).map((name) => `${id}.${name}`),
		);
		const parts = [...values, ...longestLists, ...bodyFields, ...queryFlags].filter(
			(part) => !leftOut.includes(part),
		);
		const ofCalls = operationIds.flatMap((id) => {
			const { query, body } = requestOf(id);
			return Object.keys({ ...query, ...body }).map((name) => `${serviceOf(id)}.${name}`);
		});
		const covered = new Set([...rows.flatMap(({ covers }) => covers), ...ofCalls]);
		expect([...covered].sort()).toEqual(parts.sort());
	});

	test('has a valid call in the table for each operation that a node offers', () => {
		const inPanels = actionNodes.flatMap(({ properties }) => {
			const options = properties.find(({ name }) => name === 'operation')?.options as INodePropertyOptions[];
			return options.map(({ value }) => String(value));
		});
		expect(inPanels.sort()).toEqual([...operationIds, 'sendAndWait'].sort());
	});

	test.each(globSync('{e2e,demo}/**/*.ts', { cwd: root }))('%s names no operation that is gone', (path) => {
		const named = [...textOf(path).matchAll(/\boperation: '(\w+)'/g)].map(([, id]) => String(id));
		expect([...operationIds, 'sendAndWait']).toEqual(expect.arrayContaining(named));
	});
});

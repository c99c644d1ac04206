/**
 * Walks the interface document through n8n's engine: each operation of the nodes by its valid call, whose answer is
 * compared whole; each choice of the panels; and by a row what else a request may hold.
 */
import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import {
	maxAttachments,
	maxTextAttachments,
	serviceOperations,
	tapbackValues,
	whatsappFallbackConditionValues,
	type OperationId,
} from '../../nodes/shared/contract/contract';
import type { NodeOperation } from '../../nodes/shared/operation/operation';
import { offeredOperations, packageName, packageNodes } from '../../scripts/package-nodes';
import { declaredFields, valuesOf } from '../../nodes/shared/operation/request';
import { useShortWaits } from '../support/clock';
import { addNodeType } from '../support/node-types';
import { actionNodes } from '../support/panels';
import {
	callOf,
	itemsGiven,
	operationIds,
	operations,
	recipient,
	requestOf,
	serviceOf,
	type OfferedId,
} from '../support/operations';
import { leased, runNode, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false, lookupRate: false, forwardingDelayMs: 60_000 });
useShortWaits();

/** What requests have held so far: names in queries and bodies, those of an object inside as `outer.inner`, and their values. */
const held = new Set<string>();

function hold(place: string, value: unknown): void {
	held.add(place).add(`${place} ${String(value)}`);
	if (typeof value !== 'object' || value === null) return;
	for (const [name, inner] of Object.entries(value)) {
		hold(Array.isArray(value) ? place : `${place}.${name}`, inner);
	}
}

afterEach(() => {
	for (const { operationId, query, body } of simulator().requests) {
		hold(String(operationId), { ...query, ...(body as object) });
	}
});

function servicesOf({ service, byChannel }: NodeOperation): OperationId[] {
	return [...new Set([service, ...Object.values(byChannel?.services ?? {})])];
}

const options = { messagesPerSecond: 0, lookupsPerMinute: 0 };

const number = leased.immediate;
const pictures = (count: number) => Array<string>(count).fill('https://example.com/picture.jpg');
const imessage = {
	to: 'ada@example.com',
	message: 'Hello',
	from: leased.imessage,
	attachments: pictures(maxAttachments),
	effect: 'echo',
};
const whatsapp = { to: recipient, from: leased.whatsapp, attachments: pictures(maxAttachments) };
const text = { to: recipient, from: leased.sms };
const textAttachments = pictures(maxTextAttachments);
const fallsBack = { fallback: true, fallbackFrom: leased.sms };
const fastTracked = { options: { fastTrack: true } };
const between = { conversation: 'chosen', to: '+12025550162', from: leased.whatsapp };
const reaction = { ...between, onMessage: 'Thank you!' };
const reacted = { to: between.to, action: 'add', message: 'Thank you!' };
const tracked = { options: { tracking: true } };

/** A call, what the service must have received in body or query, and what the first item must hold. */
type Row = [operation: OfferedId, parameters: INodeParameters, sends: object, gives?: object];

const rows: Row[] = [
	[
		'disableCallForwarding',
		{ number: leased.queued, options: { forwardTo: recipient } },
		{ to: recipient },
		{ call_forwarding: { status: 'queued', estimated_completion: expect.any(Number) } },
	],
	['configureNumber', { number, failover: 'off' }, { failover: { enabled: false } }],
	['configureNumber', { number, failover: 'all' }, { failover: { enabled: true, mode: 'all' } }],
	[
		'sendImessage',
		{ ...imessage, ...fallsBack, imessageFallbackWhen: ['imessage_fails'], ...fastTracked },
		{ ...imessage, fallback: { from: leased.sms, when: ['imessage_fails'] }, fast_track: true },
	],
	[
		'sendWhatsapp',
		{ ...whatsapp, message: 'Hello', ...fallsBack },
		{ ...whatsapp, message: 'Hello', fallback: { from: leased.sms, when: whatsappFallbackConditionValues } },
	],
	[
		'lookUpNumber',
		{ number: recipient, imessage: true, facetime: true, riskScoring: true },
		{ imessage: 'true', facetime: 'true', service_risk_scoring_beta: 'true' },
		{ imessage: true, facetime: true, risk_level: expect.any(String), risk_score: expect.any(Number) },
	],
	[
		'sendText',
		{ ...text, message: 'Hello', attachments: textAttachments, ...fastTracked },
		{ ...text, message: 'Hello', attachments: textAttachments, fast_track: true },
	],
	...tapbackValues.map((tapback): Row => [
		'react',
		{ ...reaction, channel: 'imessage', reaction: tapback },
		{ ...reacted, tapback },
	]),
	['react', { ...reaction, channel: 'whatsapp' }, { ...reacted, reaction: '❤️' }],
	[
		'showTyping',
		{ ...between, channel: 'whatsapp' },
		{ to: between.to, from: between.from, action: 'start' },
	],
	['getConversation', { ...between, channel: 'imessage', ...tracked }, { tracking: 'true' }],
	['getConversation', { ...between, channel: 'text', ...tracked }, { tracking: 'true' }],
	[
		'getMessage',
		{ id: 'imsg_delivered', ...tracked },
		{ tracking: 'true' },
		{ tracking: [{ event: expect.any(String) }] },
	],
];

test.each(rows)('%s %j sends %j', async (operation, parameters, sends, gives = {}) => {
	const finished = await runNode(operations[operation].node, { operation, options, ...parameters });
	expect(finished.error).toBeUndefined();
	const [request] = simulator().requests;
	expect(request?.answeredStatus).toBe(200);
	expect((request?.body ?? request?.query) as object).toMatchObject(sends);
	expect(finished.json()[0]).toMatchObject(gives);
});

const allOffered = offeredOperations();

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

test('rows, valid calls and choices have all that the contract has for a request', () => {
	const parts = [...new Set(allOffered.flatMap(servicesOf))].flatMap((id) => {
		const { query, body } = valuesOf(id);
		return Object.entries({ ...query, ...body }).flatMap(([name, { values = [] }]) => {
			const place = `${id}.${name}`;
			const isChosen = choices.some((choice) => choice.place === place);
			return [place, ...(isChosen ? [] : values.map((value) => `${place} ${value}`))];
		});
	});
	expect(parts.filter((part) => !held.has(part))).toEqual([]);
});

test('the table of operations has a valid call for each one that a node offers', () => {
	const inPanels = actionNodes.flatMap(({ properties }) => {
		const offered = properties.find(({ name }) => name === 'operation')?.options as INodePropertyOptions[];
		return offered.map(({ value }) => String(value));
	});
	expect(inPanels.sort()).toEqual([...operationIds, 'sendAndWait'].sort());
});

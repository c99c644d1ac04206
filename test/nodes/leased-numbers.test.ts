/** Get Many leased numbers, and the list of them in the panels. */
import { LoadOptionsContext } from 'n8n-core';
import type { INode, INodeParameters, INodePropertyOptions, INodeType, NodeApiError } from 'n8n-workflow';

import { lapsedLeases, leasedNumbers, type Channel } from '../../simulator/accounts';
import { packageName } from '../../scripts/package-nodes';
import { textOf } from '../../scripts/project-root';
import { whileAnswered } from '../hostile/service-answers';
import { useShortWaits } from '../support/clock';
import { additionalData, engineWorkflow, runWorkflow, serviceNode, workflowAround } from '../support/engine';
import { typed } from '../support/locators';
import { nodeTypes } from '../support/node-types';
import { allNodes } from '../support/panels';
import { credential, leased, plainImessage, runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();
useShortWaits();

const all = { operation: 'listLeasedNumbers', returnAll: true };
const limited = { operation: 'listLeasedNumbers', returnAll: false };
const numbers = [...leasedNumbers, ...lapsedLeases].map(({ number }) => number);

test.each([
	[1, 1],
	['3', 3],
	['={{ 1 + 1 }}', 2],
	[1000, numbers.length],
])('Get Many (public material): Limit %j gives %i', async (limit, count) => {
	const items = (await runNode('phoneServiceNumbers', { ...limited, limit })).json();
	expect(items.map(({ number }) => number)).toEqual(numbers.slice(0, count));
	expect(simulator().requests).toHaveLength(1);
});

test('of a malformed list, what has a number comes out, and nothing else', async () => {
	const number = '+14155550100';
	const broken = [
		null,
		'x',
		[],
		{},
		{ number: null },
		{ number },
		{ number: { e164: 5 } },
		{ number: { e164: 'x' } },
	];
	const bare = { number: { e164: number }, capabilities: null };
	const odd = { number: { e164: number }, capabilities: { channels: 'imessage' } };
	await whileAnswered({ numbers: [...broken, bare, odd] }, async (baseUrl) => {
		expect((await runNode('phoneServiceNumbers', all, { baseUrl })).json()).toEqual([
			{ number },
			{ number, channels: 'imessage' },
		]);
	});
	await whileAnswered({ numbers: { number } }, async (baseUrl) => {
		expect((await runNode('phoneServiceNumbers', all, { baseUrl })).error?.message).toMatch(
			/^Unexpected response .*data\.numbers/,
		);
	});
});

test('several input items: each gets its numbers in its place and paired with it, the service is asked once, and one that fails leaves as an item', async () => {
	const items = [{ limit: 2 }, { limit: 'x' }, { limit: 3 }];
	const settings = { onError: 'continueRegularOutput' } as const;
	const parameters = { ...limited, limit: '={{ $json.limit }}' };
	const finished = await runNode('phoneServiceNumbers', parameters, { items, settings });
	expect(finished.json()).toMatchObject([
		...numbers.slice(0, 2).map((number) => ({ number })),
		{ limit: 'x', error: 'Limit is "x"', details: { outcome: 'notSent' } },
		...numbers.slice(0, 3).map((number) => ({ number })),
	]);
	const origins = finished.outputs()[0]?.map(({ pairedItem }) => pairedItem);
	expect(origins).toEqual([0, 0, 1, 2, 2, 2].map((item) => ({ item })));
	expect(simulator().requests).toHaveLength(1);
});

test('all numbers at present send by the expression that the Messaging page has', async () => {
	const [, expression = ''] = /```\n(\{\{ \$\('Get many[^]*?)\n```/.exec(textOf('docs/messaging.md')) ?? [];
	expect(expression).toMatch(/^\{\{.*\}\}$/);
	const many = 'Get many leased numbers';
	const { nodes, connections } = workflowAround('phoneServiceMessaging', {
		...plainImessage,
		to: '={{ "+12025550" + (160 + $itemIndex) }}',
		from: typed(`=${expression}`),
		options: { messagesPerSecond: 0 },
	});
	const { Items: toNode } = connections;
	const toMany = { main: [[{ node: many, type: 'main' as const, index: 0 }]] };
	const finished = await runWorkflow(
		{
			nodes: [...nodes, serviceNode(many, 'phoneServiceNumbers', all)],
			connections: { ...connections, Items: toMany, [many]: toNode ?? {} },
		},
		credential(),
	);
	expect(finished.json()).toHaveLength(numbers.length);
	const withImessage = leasedNumbers.filter(({ channels }) => channels.includes('imessage'));
	const senders = new Set(finished.json().map(({ from }) => from));
	expect(senders.size).toBeGreaterThan(1);
	expect(withImessage.map(({ number }) => number)).toEqual(expect.arrayContaining([...senders]));
});

interface Look {
	parameters?: INodeParameters;
	filter?: string;
	account?: ReturnType<typeof credential>;
}

/** What a list of a node's panel offers, loaded in n8n-core's context as n8n's editor has it loaded. */
async function loadedList(
	type: string,
	method: string,
	{ parameters = {}, filter, account = credential() }: Look = {},
) {
	const workflow = { nodes: [serviceNode('Temp-Node', type, parameters)], connections: {} };
	const engine = engineWorkflow(workflow);
	const data = { ...additionalData(workflow, account), currentNodeParameters: parameters };
	const context = new LoadOptionsContext(engine, engine.getNode('Temp-Node') as INode, data, '');
	const { methods } = nodeTypes.getByNameAndVersion(`${packageName}.${type}`) as INodeType;
	const load = methods?.listSearch?.[method];
	if (!load) throw new Error(`${type} has no list ${method}`);
	return await load.call(context, filter);
}

type Row = [type: string, method: string, parameters: INodeParameters, channels: Channel[]];

/** What lists offer in each state of the panel that changes it. */
const lists: Row[] = [
	['phoneServiceMessaging', 'senders', { operation: 'sendImessage' }, ['imessage']],
	['phoneServiceMessaging', 'senders', { operation: 'sendWhatsapp' }, ['whatsapp']],
	['phoneServiceMessaging', 'senders', { operation: 'sendAndWait', channel: 'text' }, ['text']],
	['phoneServiceMessaging', 'senders', { operation: 'reply', channel: 'text' }, ['text']],
	['phoneServiceMessaging', 'fallbackSenders', { operation: 'sendWhatsapp' }, ['text']],
	['phoneServiceNumbers', 'leasedNumbers', {}, ['imessage', 'whatsapp', 'text']],
];

/** Each list that a field of a node names. */
const listsOfFields = allNodes.flatMap(({ name, properties }) => {
	const named = JSON.stringify(properties).matchAll(/"searchListMethod":"(\w+)"/g);
	return [...new Set([...named].map(([, method = '']) => method))].map((method) => [name, method] as const);
});

function offeredNumbers(results: INodePropertyOptions[]): string[] {
	return results.map(({ value }) => String(value)).filter((value) => !value.includes(','));
}

async function refusal(look: Promise<unknown>): Promise<NodeApiError> {
	return (await look.catch((error: unknown) => error)) as NodeApiError;
}

const numbersList = async (look?: Look) => await loadedList('phoneServiceNumbers', 'leasedNumbers', look);

describe('From List (public material)', () => {
	test.each(lists)(
		'%s %s %j offers the numbers with %j whose lease holds, and where several may send, all of them',
		async (type, method, parameters, channels) => {
			const { results } = await loadedList(type, method, { parameters });
			const offered = leasedNumbers.filter(({ channels: own }) => own.some((one) => channels.includes(one)));
			const numbers = offered.map(({ number }) => number);
			const maySeveral = method === 'senders' && parameters.operation !== 'reply';
			const everyone = maySeveral ? [numbers.join(', ')] : [];
			expect(results.map(({ value }) => value)).toEqual([...everyone, ...numbers]);
			expect(simulator().requests).toMatchObject([{ operationId: 'listLeasedNumbers' }]);
		},
	);

	test('shows each number as people read it, and what it can send over, also where all can send the message', async () => {
		const name = '+1 415 555 0100 · iMessage, WhatsApp, SMS';
		const { results } = await numbersList();
		expect(results[0]).toEqual({ name, value: '+14155550100' });
		const parameters = { operation: 'sendWhatsapp' };
		const senders = await loadedList('phoneServiceMessaging', 'senders', { parameters });
		expect(senders.results[1]).toEqual({ name, value: '+14155550100' });
	});

	test.each([
		['+442079460958', ['rcs'], '+442079460958 · RCS'],
		['+12025550100', ['mms', 'fax'], '+1 202 555 0100 · MMS, fax'],
		['+12025550100', [], '+1 202 555 0100'],
		['+12025550100', undefined, '+1 202 555 0100'],
	])('shows %s with %j as %s', async (e164, channels, name) => {
		await whileAnswered({ numbers: [{ number: { e164 }, capabilities: { channels } }] }, async (baseUrl) => {
			const { results } = await numbersList({ account: { ...credential(), baseUrl } });
			expect(results).toEqual([{ name, value: e164 }]);
		});
	});

	test.each(listsOfFields)('%s has the list %s that a field names', async (type, method) => {
		expect(offeredNumbers((await loadedList(type, method)).results)).toContain(leased.immediate);
	});
});

test('a list without measure shows at most 1,000 numbers, offers not all of them at once, and finds the others', async () => {
	const manyNumbers = Array.from({ length: 3000 }, (_, index) => ({
		number: { e164: `+1202555${String(1000 + index)}` },
		capabilities: { channels: ['imessage'] },
	}));
	await whileAnswered({ numbers: manyNumbers }, async (baseUrl) => {
		const account = { ...credential(), baseUrl };
		const look = { account, parameters: { operation: 'sendImessage' } };
		const senders = (await loadedList('phoneServiceMessaging', 'senders', look)).results;
		expect([(await numbersList({ account })).results.length, senders.length]).toEqual([1000, 1000]);
		expect(offeredNumbers(senders)).toHaveLength(1000);
		const { results } = await numbersList({ account, filter: '5553999' });
		expect(offeredNumbers(results)).toEqual(['+12025553999']);
	});
});

test.each([
	['(646)', ['+16465550106', '+16465550107']],
	['646 555-0106', ['+16465550106']],
	[' 0109 ', ['+17185550109']],
	['nobody', []],
])('a search in the list for %j finds %j', async (filter, numbers) => {
	const { results } = await numbersList({ filter });
	expect(offeredNumbers(results)).toEqual(numbers);
});

describe('without a list, the error says why and that the number can be typed', () => {
	test.each<[object, RegExp, RegExp, (string | null)?]>([
		[{ accessToken: 'wrong' }, /did not accept the access token/, /enter the access token again/, '401'],
		[{ accessToken: 'demo-token-no-permission' }, /does not permit this/, /Choose Number/, '403'],
		[{ accessToken: '' }, /has no access token/, /./],
		[{ baseUrl: 'http://127.0.0.1:1' }, /could not be reached/, /ECONNREFUSED.*Choose Number/],
	])('%j', async (wrong, message, description, httpCode = null) => {
		const account = { ...credential(), ...wrong };
		const error = await refusal(numbersList({ account }));
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(description);
		expect(error.httpCode ?? null).toBe(httpCode);
		if (account.accessToken) expect(JSON.stringify(error) + error.message).not.toContain(account.accessToken);
	});

	test.each<[Parameters<ReturnType<typeof simulator>['fault']>[0], RegExp]>([
		[{ kind: 'status', status: 404 }, /^This provider does not offer a list of leased numbers$/],
		[{ kind: 'status', status: 503 }, /could not process the request \(503/],
		[{ kind: 'malformed' }, /does not offer a list/],
	])('%j', async (fault, message) => {
		simulator().fault(fault);
		const error = await refusal(numbersList());
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(/Choose Number in front of the field and enter the number\./);
	});

	test('an account without a number for the channel', async () => {
		const look = { parameters: { operation: 'sendWhatsapp' }, account: credential('demo-token-no-whatsapp') };
		const error = await refusal(loadedList('phoneServiceMessaging', 'senders', look));
		expect(error.message).toBe('The account leases no number with WhatsApp');
		const none = await refusal(numbersList({ account: credential('demo-token-no-numbers') }));
		expect(none.message).toBe('The account leases no number');
	});
});

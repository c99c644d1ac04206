import { lapsedLeases, leasedNumbers } from '../../simulator/accounts';
import { textOf } from '../../scripts/project-root';
import { whileAnswered } from '../hostile/service-answers';
import { useShortWaits } from '../support/clock';
import { runWorkflow, serviceNode, workflowAround } from '../support/engine';
import { typed } from '../support/locators';
import { credential, plainImessage, runNode, simulator, useSimulator } from '../support/simulated';

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

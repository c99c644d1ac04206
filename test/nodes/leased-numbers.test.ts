import type { INodeParameters } from 'n8n-workflow';

import { lapsedLeases, leasedNumbers } from '../../simulator/accounts';
import { textOf } from '../docs/pages';
import { whileAnswered } from '../hostile/service-answers';
import { useFastTime } from '../support/clock';
import { node, runWorkflow, serviceNode, workflowAround, type Finished } from '../support/engine';
import { typed } from '../support/locators';
import { recipient } from '../support/operations';
import { credential, plainImessage, runNode, simulator, useSimulator } from '../support/simulated';

useSimulator();
useFastTime();

const all = { operation: 'listLeasedNumbers', returnAll: true };
const limited = { operation: 'listLeasedNumbers', returnAll: false };
const numbers = [...leasedNumbers, ...lapsedLeases].map(({ number }) => number);

type Run = Parameters<typeof runNode>[2];

async function listed(parameters: INodeParameters, run?: Run): Promise<Finished> {
	return await runNode('phoneServiceNumbers', parameters, run);
}

function numbersOf(finished: Finished, name?: string): unknown[] {
	return finished.json(name).map(({ number }) => number);
}

/** From which input item each item comes. */
function origins(finished: Finished): unknown[] {
	return (finished.outputs()[0] ?? []).map(({ pairedItem }) => pairedItem);
}

/** What the node makes of such data in the answer, and what comes out of it. */
async function listedOf(data: unknown, parameters: INodeParameters = all): Promise<Finished> {
	return await whileAnswered(data, async (baseUrl) => await listed(parameters, { baseUrl }));
}

describe('Get Many (public material)', () => {
	test('Return All gives an item for each number, in the order of the service', async () => {
		const finished = await listed(all);
		expect(finished.error).toBeUndefined();
		expect(numbersOf(finished)).toEqual(numbers);
		expect(numbersOf(finished, 'Good')).toEqual(numbers);
	});

	test.each([
		[1, 1],
		['3', 3],
		['={{ 1 + 1 }}', 2],
		[1000, numbers.length],
	])('Limit %j gives %i', async (limit, count) => {
		const finished = await listed({ ...limited, limit });
		expect(numbersOf(finished)).toEqual(numbers.slice(0, count));
		expect(simulator().requests).toHaveLength(1);
	});

	test('a limit that was never touched is 50', async () => {
		const many = Array.from({ length: 60 }, (_, index) => ({ number: { e164: `+120255501${index + 10}` } }));
		expect((await listedOf({ numbers: many }, { operation: 'listLeasedNumbers' })).json()).toHaveLength(50);
	});
});

describe('an account without numbers', () => {
	const token = 'demo-token-no-numbers';

	test('gives no item, and what follows does not run', async () => {
		const finished = await listed(all, { token });
		expect(finished.error).toBeUndefined();
		expect(finished.outputs()[0]).toEqual([]);
		expect(finished.run.data.resultData.runData).not.toHaveProperty('Good');
	});
});

describe('several input items', () => {
	const items = [{ limit: 2 }, { limit: 1 }, { limit: 3 }];
	const each = { ...limited, limit: '={{ $json.limit }}' };

	test('each gets its numbers in its place and paired with it, and the service is asked once', async () => {
		const finished = await listed(each, { items });
		expect(numbersOf(finished)).toEqual([
			...numbers.slice(0, 2),
			...numbers.slice(0, 1),
			...numbers.slice(0, 3),
		]);
		expect(origins(finished)).toEqual([0, 0, 1, 2, 2, 2].map((item) => ({ item })));
		expect(simulator().requests).toHaveLength(1);
	});

	test('the items of one are none of another: a change behind the node stays where it is', async () => {
		const finished = await listed(all, { items: [{}, {}] });
		const [first, other] = [finished.json()[0], finished.json()[numbers.length]];
		expect(first).toEqual(other);
		expect(first?.health).not.toBe(other?.health);
	});

	const oneFails = [{ limit: 2 }, { limit: 'x' }, { limit: 1 }];

	test('one that fails leaves as an item in its place where the workflow goes on', async () => {
		const settings = { onError: 'continueRegularOutput' } as const;
		const finished = await listed(each, { items: oneFails, settings });
		expect(finished.json()).toMatchObject([
			{ number: numbers[0] },
			{ number: numbers[1] },
			{ limit: 'x', error: 'Limit is "x"', details: { outcome: 'notSent' } },
			{ number: numbers[0] },
		]);
		expect(origins(finished)).toEqual([0, 0, 1, 2].map((item) => ({ item })));
	});
});

describe('hostile lists', () => {
	test.each([[{}], [{ numbers: null }], [{ numbers: 'x' }], [{ numbers: { 0: 'x' } }]])(
		'%j is no answer of the service',
		async (data) => {
			const { error } = await listedOf(data);
			expect(error?.message).toBe('The answer is not one of the service (200, no list of numbers)');
		},
	);

	const good = { number: { e164: recipient }, lease_status: 'active' };

	test('what has no phone number is left out', async () => {
		const none = [null, 'x', 7, [], {}, { number: null }, { number: '+1' }, { number: { e164: ['+1'] } }];
		const finished = await listedOf({
			numbers: [...none, good, { number: { e164: 'javascript:x' } }] as never,
		});
		expect(finished.json()).toEqual([{ number: recipient, lease_status: 'active' }]);
	});

	test('names that change an object, and the token, do not come out', async () => {
		const text = `[{"number":{"e164":"${recipient}"},"__proto__":{"polluted":true},"health":{"note":"demo-token"}}]`;
		const finished = await listedOf({ numbers: JSON.parse(text) });
		expect(finished.json()).toEqual([{ number: recipient, health: { note: '***' } }]);
	});
});

test('all numbers at present send by the expression that the Messaging page has', async () => {
	const [, expression = ''] = /```\n(\{\{ \$\('Get many[^]*?)\n```/.exec(textOf('docs/messaging.md')) ?? [];
	expect(expression).toMatch(/^\{\{.*\}\}$/);
	const recipients = Array.from({ length: 24 }, (_, index) => ({ to: `+120255501${70 + index}` }));
	const send = {
		...plainImessage,
		from: typed(`=${expression}`),
		options: { messagesPerSecond: 0, senderChoice: 'spreadEvenly' },
	};
	const { nodes, connections } = workflowAround('phoneServiceMessaging', send);
	const many = 'Get many leased numbers';
	const finished = await runWorkflow(
		{
			nodes: [
				...nodes,
				serviceNode(many, 'phoneServiceNumbers', all),
				node('Recipients', 'items', { items: recipients as never }, { executeOnce: true }),
			],
			connections: {
				...connections,
				Items: { main: [[{ node: many, type: 'main', index: 0 }]] },
				[many]: { main: [[{ node: 'Recipients', type: 'main', index: 0 }]] },
				Recipients: { main: [[{ node: 'Node', type: 'main', index: 0 }]] },
			},
		},
		credential(),
	);
	expect(finished.error).toBeUndefined();
	expect(finished.json()).toHaveLength(recipients.length);
	const withImessage = leasedNumbers.filter(({ channels }) => channels.includes('imessage'));
	expect(new Set(finished.json().map(({ from }) => from))).toEqual(
		new Set(withImessage.map(({ number }) => number)),
	);
});

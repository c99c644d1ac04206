import type { INodeParameters, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { severalNumbers, typed } from '../support/locators';
import { nodeTypes } from '../support/node-types';
import { packageName } from '../../scripts/package-nodes';
import { operationIds, operations, type OfferedId } from '../support/operations';
import { leased, runNode, simulator, useSimulator } from '../support/simulated';
import { TriggerHost } from '../support/trigger-host';
import { goodParameters, hostileInputs } from './inputs';

useSimulator();

async function refusal(
	operation: OfferedId,
	parameters: INodeParameters,
): Promise<{ message?: string; ms: number }> {
	const all = { operation, ...goodParameters(operation), ...parameters };
	const started = performance.now();
	const { error } = await runNode(operations[operation].node, all);
	expect(simulator().requests).toEqual([]);
	expect(error?.description).toMatch(/./);
	expect(error?.context).toMatchObject({ outcome: 'notSent', itemIndex: 0 });
	return { message: error?.message, ms: performance.now() - started };
}

test.each(hostileInputs.map((row) => [row.name, row] as const))(
	'%s is refused before anything is sent, and soon',
	async (_, { operation, parameters, error }) => {
		const { message, ms } = await refusal(operation, parameters);
		expect(message).toMatch(error);
		expect(message?.length).toBeLessThan(400);
		expect(ms).toBeLessThan(2000);
	},
);

interface Place {
	operation: OfferedId;
	/** How the error names the field. */
	label: string;
	/** The parameters with this expression in the place. */
	filled(expression: string): INodeParameters;
}

function takesExpressions({ type, noDataExpression }: INodeProperties): boolean {
	return type !== 'notice' && type !== 'hidden' && !noDataExpression;
}

function isFor(operation: OfferedId, { displayOptions }: INodeProperties, path: string): boolean {
	return displayOptions?.show?.[path]?.includes(operation) ?? path.startsWith('/');
}

type Filled = Pick<Place, 'label' | 'filled'>;

/** The places in a field: the whole of it, and an entry of a list. */
function placesIn(operation: OfferedId, { name, displayName, type, typeOptions }: INodeProperties): Filled[] {
	const whole = { label: displayName, filled: (expression: string) => ({ [name]: expression }) };
	const label = `${displayName} (entry 2)`;
	switch (type) {
		case 'fixedCollection':
			return [{ label, filled: (expression) => ({ [name]: severalNumbers(leased.imessage, expression) }) }];
		case 'resourceLocator':
			return [whole, { ...whole, filled: (expression) => ({ [name]: typed(expression) }) }];
		default: {
			const filled = (expression: string) => ({ [name]: [firstOf(operation, name), expression] });
			return typeOptions?.multipleValues ? [whole, { label, filled }] : [whole];
		}
	}
}

/** The places of an option, with how each is filled in: of a group of options, each of them. */
function placesOf({ name, displayName, type, options }: INodeProperties): Filled[] {
	const whole = { label: `The option ${displayName}`, filled: (value: string) => ({ [name]: value }) };
	if (type !== 'fixedCollection') return [whole];
	return (options as INodePropertyCollection[]).flatMap((group) =>
		group.values.flatMap((option) => {
			const conditions = Object.entries(option.displayOptions?.show ?? {});
			const showing = Object.fromEntries(conditions.map(([field, values]) => [field, values?.[0]]));
			return placesOf(option).map(({ label, filled }) => ({
				label,
				filled: (value: string) => ({
					[name]: { [group.name]: { ...showing, ...filled(value) } as INodeParameters },
				}),
			}));
		}),
	);
}

/** Every place of a panel where an expression may stand: the fields, each option, and a list's entry. */
function places(): Place[] {
	return operationIds.flatMap((operation) => {
		const { node } = operations[operation];
		const { properties } = nodeTypes.getByNameAndVersion(`${packageName}.${node}`).description;
		const fields = properties.filter((field) => isFor(operation, field, 'operation'));
		return fields.filter(takesExpressions).flatMap((field): Place[] => {
			if (field.type !== 'collection') {
				const channel = field.displayOptions?.show?.channel?.[0];
				return placesIn(operation, field).map((place) => ({
					...place,
					operation,
					filled: (expression) => ({
						...(typeof channel === 'string' && { channel }),
						...place.filled(expression),
					}),
				}));
			}
			const options = (field.options as INodeProperties[]).filter((option) =>
				isFor(operation, option, '/operation'),
			);
			return options.flatMap(placesOf).map(({ label, filled }) => ({
				operation,
				label,
				filled: (expression) => ({ [field.name]: filled(expression) }),
			}));
		});
	});
}

/** An entry of a list that would pass. */
function firstOf(operation: OfferedId, name: string): string {
	const good = goodParameters(operation);
	const [first] = [good[name] ?? 'https://example.com/a.jpg'].flat();
	return String(first);
}

describe('an expression that has no value fails its item, wherever it stands', () => {
	const table = places().map((place) => [place.operation, place.label, place] as const);

	test.each(table)('%s: %s', async (operation, label, { filled }) => {
		for (const expression of [
			'={{ $json.nope }}',
			'={{ $json.no.such.thing() }}',
			'={{ null }}',
			'={{ $json.nope }} ',
		]) {
			const { message } = await refusal(operation, filled(expression));
			expect(message).toBe(`${label} is an expression that has no value: ${JSON.stringify(expression)}`);
		}
	});
});

test.each([
	['no path', '{number}'],
	['dot segments', '/../../{number}'],
	['a backslash', '/..\\{number}'],
	['a query', '/{number}?x={number}'],
	['a line break', '/{number}\n'],
	['a place of another name', '/{number}/{__proto__}'],
	['places without end', `/${'{number}'.repeat(25_000)} `],
])('%s in the path of the trigger: nothing is asked, and soon', async (_, readPath) => {
	const started = performance.now();
	const trigger = new TriggerHost({
		watchedNumbers: severalNumbers(leased.queued),
		event: 'anyChange',
		options: { readPath },
	});
	await expect(trigger.activate()).rejects.toThrow(/^The option Read Path is/);
	expect(performance.now() - started).toBeLessThan(1000);
	expect(simulator().requests).toEqual([]);
});

describe('the base URL', () => {
	const many = 200_000;

	test.each([
		['sign-in data', 'https://user:secret@api.example.com', /more than an address/],
		['no TLS', 'http://api.example.com', /not secure/],
		['a backslash', 'https://api.example.com\\x', /not a web address/],
		['a token in its place', 'secret_token', /not a web address/],
		['another scheme', 'javascript:secret', /not secure/],
		['slashes without end', `https://api.example.com/${'/'.repeat(many)}?`, /more than an address/],
		['a name without end', `https://${'a'.repeat(many)}/${'/'.repeat(many)} x`, /not a web address/],
	])('%s is refused before anything is sent, and soon', async (_, baseUrl, message) => {
		const started = performance.now();
		const parameters = { operation: 'sendImessage', ...goodParameters('sendImessage') };
		const { error } = await runNode('phoneServiceMessaging', parameters, { baseUrl });
		expect(performance.now() - started).toBeLessThan(1000);
		expect(error?.message).toMatch(message);
		expect(error?.message).not.toContain('secret');
		expect(error?.context).toMatchObject({ outcome: 'notSent' });
	});
});

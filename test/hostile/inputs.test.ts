import type { INodeParameters, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { soon } from '../support/clock';
import { severalNumbers, typed } from '../support/locators';
import { operationIds, operations, type OfferedId } from '../support/operations';
import { describedAs } from '../support/panels';
import { leased, runNode, simulator, useSimulator } from '../support/simulated';
import { goodParameters, hostileInputs } from './inputs';

useSimulator();

async function refusal(operation: OfferedId, parameters: INodeParameters): Promise<string | undefined> {
	const all = { operation, ...goodParameters(operation), ...parameters };
	const { error } = await runNode(operations[operation].node, all);
	expect(simulator().requests).toEqual([]);
	expect(error?.description).toMatch(/./);
	expect(error?.context).toMatchObject({ outcome: 'notSent', itemIndex: 0 });
	return error?.message;
}

test.each(hostileInputs.map((row) => [row.name, row] as const))(
	'%s is refused before anything is sent, and soon',
	async (_, { operation, parameters, error }) => {
		const message = await soon(2_000, async () => await refusal(operation, parameters));
		expect(message).toMatch(error);
		expect(message?.length).toBeLessThan(400);
	},
);

const expression = '={{ $json.nope }}';

/** How an error names a place where an expression may stand, and the parameters with the expression there. */
type Place = [label: string, parameters: INodeParameters];

/** The places in a field: the whole of it, and an entry of a list. */
function placesIn(operation: OfferedId, { name, displayName, type, typeOptions }: INodeProperties): Place[] {
	const whole: Place = [displayName, { [name]: expression }];
	const withEntry = (values: INodeParameters | string[]): Place => [
		`${displayName} (entry 2)`,
		{ [name]: values },
	];
	if (type === 'fixedCollection') return [withEntry(severalNumbers(leased.imessage, expression))];
	if (type === 'resourceLocator') return [whole, [displayName, { [name]: typed(expression) }]];
	if (!typeOptions?.multipleValues) return [whole];
	const [first] = [goodParameters(operation)[name] ?? 'https://example.com/a.jpg'].flat();
	return [whole, withEntry([String(first), expression])];
}

/** The places of an option: of a group of options, each of them; and what shows it in the panel. */
function placesOf({ name, displayName, type, options, displayOptions }: INodeProperties): Place[] {
	const conditions = Object.entries(displayOptions?.show ?? {}).filter(([field]) => !field.startsWith('/'));
	const showing = Object.fromEntries(conditions.map(([field, values]) => [field, values?.[0]]));
	if (type !== 'fixedCollection') {
		return [[`The option ${displayName}`, { ...showing, [name]: expression } as INodeParameters]];
	}
	return (options as INodePropertyCollection[]).flatMap((group) =>
		group.values
			.flatMap(placesOf)
			.map(([label, values]): Place => [label, { [name]: { [group.name]: values } }]),
	);
}

function isFor(operation: OfferedId, { displayOptions }: INodeProperties, path: string): boolean {
	return displayOptions?.show?.[path]?.includes(operation) ?? path.startsWith('/');
}

/** Every place of a panel where an expression may stand: the fields, each option, and a list's entry. */
const places = operationIds.flatMap((operation) => {
	const fields = describedAs(operations[operation].node).properties.filter(
		(field) =>
			isFor(operation, field, 'operation') &&
			!['notice', 'hidden'].includes(field.type) &&
			!field.displayOptions?.show?.['@tool'] &&
			!field.noDataExpression,
	);
	const inPanel = fields.flatMap((field): Place[] => {
		if (field.type !== 'collection') {
			const channel = field.displayOptions?.show?.channel?.[0];
			const shown = typeof channel === 'string' ? { channel } : {};
			return placesIn(operation, field).map(([label, values]) => [label, { ...shown, ...values }]);
		}
		const options = (field.options as INodeProperties[]).filter((one) => isFor(operation, one, '/operation'));
		return options.flatMap(placesOf).map(([label, values]) => [label, { [field.name]: values }]);
	});
	return inPanel.map(([label, parameters]) => [operation, label, parameters] as const);
});

describe('an expression without a value fails its item', () => {
	test.each(places)('wherever it stands: %s, %s, %j', async (operation, label, parameters) => {
		expect(await refusal(operation, parameters)).toBe(
			`${label} has an expression without a value: ${expression.slice(1)}`,
		);
	});

	test.each(['={{ $json.no.such.thing() }}', '={{ null }}', '={{ $json.nope }} '])('%j', async (to) => {
		expect(await refusal('sendImessage', { to })).toBe(
			`To has an expression without a value: ${to.slice(1).trim()}`,
		);
	});
});

describe('the base URL', () => {
	const many = 200_000;

	test.each([
		['sign-in data', 'https://user:secret@api.example.com', /more than an address/],
		['no TLS', 'http://api.example.com', /not secure/],
		['a backslash', 'https://api.example.com\\x', /not a web address/],
		['a token in its place', 'secret_token', /not a web address/],
		['another scheme', 'javascript:secret', /not secure/],
		['no scheme', 'api.example.com', /not a web address/],
		['a name that only begins like localhost', 'http://127.0.0.1.example.com', /not secure/],
		['a query', 'https://api.example.com?x=1', /more than an address/],
		['a place on the page', 'https://api.example.com#x', /more than an address/],
		['dot segments', 'https://api.example.com/a/%2E%2e/b', /more than an address/],
		['a tab', 'https://api.exa\tmple.com', /not a web address/],
		['a character that turns around', 'https://api.exa\u202emple.com', /not a web address/],
		['slashes without end', `https://api.example.com/${'/'.repeat(many)}?`, /more than an address/],
		['a name without end', `https://${'a'.repeat(many)}/${'/'.repeat(many)} x`, /not a web address/],
	])('%s is refused before anything is sent, and soon', async (_, baseUrl, message) => {
		const parameters = { operation: 'sendImessage', ...goodParameters('sendImessage') };
		const run = async () => await runNode('phoneServiceMessaging', parameters, { baseUrl });
		const { error } = await soon(1_000, run);
		expect(error?.message).toMatch(message);
		expect(error?.message).not.toContain('secret');
		expect(error?.context).toMatchObject({ outcome: 'notSent' });
	});
});

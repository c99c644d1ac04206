import { NodeHelpers, type INode } from 'n8n-workflow';

import { PhoneServiceApi } from '../../credentials/PhoneServiceApi.credentials';
import { exampleFiles, exampleWorkflow, type ExportedWorkflow } from '../../scripts/n8n/exported-workflow';
import { textOf } from '../../scripts/project-root';
import { packageName } from '../../scripts/package-nodes';
import { plainText } from '../../simulator/page/formatting';
import { allNodes, describedAs, shown } from '../support/panels';

/** What n8n adds to a tool of an AI agent, and to a polling trigger. */
const addedByN8n = ['descriptionType', 'toolDescription', 'pollTimes'];

const examples = exampleFiles.map((file) => [file, exampleWorkflow(file)] as const);

function ownNodes({ nodes }: ExportedWorkflow): INode[] {
	return nodes.filter(({ type }) => type.startsWith(`${packageName}.`));
}

/** Parameters and options that the operation of the node does not show, and what n8n has against the others. */
function parameterFaults(node: INode): string[] {
	const description = describedAs(node.type.replace(`${packageName}.`, '').replace(/(Hitl)?Tool$/, ''));
	const visible = [...shown(description, node.parameters), ...addedByN8n];
	const unknown = Object.keys(node.parameters).filter((name) => !visible.includes(name));
	const collections = description.properties.filter(({ type }) => type === 'collection');
	const unknownOptions = collections.flatMap(({ name, options = [] }) => {
		const known = options.map((option) => option.name);
		return Object.keys(node.parameters[name] ?? {}).filter((option) => !known.includes(option));
	});
	const issues = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
	return [...unknown, ...unknownOptions, ...Object.values(issues?.parameters ?? {}).flat()];
}

/** What n8n's editor and its own nodes call what examples speak of. */
const wordsOfN8n = [
	'On Error',
	'Header Auth',
	'Path',
	'Update Row',
	'Filter',
	'MCP Server Trigger',
	'Human review',
	'Data tables',
	'Create data table',
	'Import CSV',
	'Import from File…',
];

/** Everything that panels show as a name, at any depth: fields, options, and what can be chosen. */
function labelsIn(described: object): string[] {
	const { displayName, name, value } = described as Record<string, unknown>;
	const deeper = Object.values(described).filter(
		(one): one is object => one !== null && typeof one === 'object',
	);
	const own = [displayName, value === undefined ? undefined : name];
	return [...own.filter((label) => typeof label === 'string'), ...deeper.flatMap(labelsIn)];
}

const labels = new Set(
	[new PhoneServiceApi(), ...allNodes]
		.flatMap(labelsIn)
		.flatMap((label) => [label, label.replace(/ \(.*\)$/, '')]),
);

/** What stands in italics in Markdown that is no name of a panel, of a node, or of n8n. */
function unknownNames(markdown: string, nodes: INode[]): string[] {
	const known = [
		...labels,
		...wordsOfN8n,
		...nodes.map(({ name }) => name),
		...examples.map(([, { name }]) => name),
	];
	const italics = markdown
		.replace(/\*\*.*?\*\*/gs, '')
		.matchAll(/(?<![\w*`])([*_])(?! )([^*_`]+)\1(?![\w*`])/g);
	return [...italics]
		.map(([, , name = '']) => name.replace(/\s+/g, ' '))
		.filter((name) => !known.includes(name));
}

const numbersKeptForFiction = /^\+1\d{3}55501\d\d$/;

describe.each(examples)('%s', (file, example) => {
	test('has a node of this package, each with parameters that its operation shows', () => {
		expect(ownNodes(example).length).toBeGreaterThan(0);
		expect(ownNodes(example).flatMap(parameterFaults)).toEqual([]);
	});

	test('its notes name what the panels and the workflow have', () => {
		const notes = example.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		const texts = notes.map(({ parameters }) => String(parameters.content));
		expect(texts.flatMap((text) => unknownNames(text, example.nodes))).toEqual([]);
	});

	test('carries no credential, no pinned data and no token', () => {
		expect(example.nodes.filter(({ credentials }) => credentials)).toEqual([]);
		expect(Object.keys(example.pinData ?? {})).toEqual([]);
		expect(JSON.stringify(example)).not.toMatch(/token|bearer|password|api[_-]?key/i);
	});

	test('names only phone numbers kept for fiction', () => {
		const numbers = JSON.stringify(example).match(/\+1\d{10}/g) ?? [];
		expect(numbers.filter((number) => !numbersKeptForFiction.test(number))).toEqual([]);
	});

	test('has no formatting in a message that can leave as a text message', () => {
		const texts = ownNodes(example)
			.filter(({ parameters: { fallback, operation } }) => fallback === true || operation !== 'sendImessage')
			.flatMap(({ parameters }) => Object.entries(parameters))
			.flatMap(([name, value]) => (/message$/i.test(name) && typeof value === 'string' ? [value] : []));
		expect(texts.map((text) => plainText(text, 'imessage'))).toEqual(texts);
	});

	test('answers no tapback that comes as a text', () => {
		const triggers = example.nodes.filter(({ parameters }) =>
			[parameters.events].flat().includes('messageReceived'),
		);
		const behind = triggers.flatMap(({ name }) => example.connections[name]?.main?.flat() ?? []);
		const filters = behind.map((to) => example.nodes.find(({ name }) => name === to?.node));
		for (const filter of filters) {
			expect(filter?.type).toBe('n8n-nodes-base.filter');
			expect(filter?.parameters.conditions).toMatchObject({
				conditions: [{ leftValue: '={{ !$json.reaction }}', operator: { operation: 'true' } }],
			});
		}
		expect(filters).toHaveLength(triggers.length);
	});

	test('is shown in the README of the examples', () => {
		expect(textOf('examples/README.md')).toContain(`(${file})`);
	});
});

test('the page of the examples names what the panels and the examples have', () => {
	const nodes = examples.flatMap(([, { nodes: all }]) => all);
	expect(unknownNames(textOf('examples/README.md'), nodes)).toEqual([]);
});

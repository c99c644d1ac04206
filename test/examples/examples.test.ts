import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	NodeParameterValueType,
} from 'n8n-workflow';

import { root } from '../../scripts/project-root';
import type { WorkflowJson } from '../support/engine';
import { nodeTypes } from '../support/node-types';
import { packageName } from '../support/package-nodes';

interface Example extends WorkflowJson {
	name: string;
	pinData?: object;
}

const folder = join(root, 'examples');
const shippedPackages = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'];

/** What n8n adds to a node that an AI agent uses as tool. */
const toolParameters = ['descriptionType', 'toolDescription'];
/** What n8n adds to a polling trigger. */
const pollParameters = ['pollTimes'];

const examples = readdirSync(folder)
	.filter((file) => file.endsWith('.json'))
	.map((file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Example] as const);

function packageOf(type: string): string {
	return type.slice(0, type.lastIndexOf('.'));
}

function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

function ownNodes({ nodes }: Example): INode[] {
	return nodes.filter(({ type }) => packageOf(type) === packageName);
}

function propertiesOf(node: INode): INodeProperties[] {
	const type = isTool(node) ? node.type.replace(/(Hitl)?Tool$/, '') : node.type;
	const { description } = nodeTypes.getByNameAndVersion(type) as unknown as {
		description: { properties: INodeProperties[] };
	};
	return description.properties;
}

/** Whether the operation that the node has chosen shows the parameter. */
function isShown({ displayOptions }: INodeProperties, { operation }: INodeParameters): boolean {
	const operations = displayOptions?.show?.operation;
	return operations === undefined || operations.includes(operation as string);
}

function isExpression(value: NodeParameterValueType): boolean {
	return typeof value === 'string' && value.startsWith('=');
}

function valueFaults(property: INodeProperties, value: NodeParameterValueType): string[] {
	if (isExpression(value)) return [];
	const options = property.options ?? [];
	if (property.type === 'options' || property.type === 'multiOptions') {
		const known = (options as INodePropertyOptions[]).map((option) => option.value);
		return [value]
			.flat()
			.filter((one) => !known.includes(one as string))
			.map((one) => `${property.name} has no option ${JSON.stringify(one)}`);
	}
	if (property.type !== 'collection') return [];
	const known = new Map((options as INodeProperties[]).map((option) => [option.name, option]));
	return Object.entries(value as INodeParameters).flatMap(([name, inner]) => {
		const option = known.get(name);
		return option ? valueFaults(option, inner) : [`${property.name} has no ${name}`];
	});
}

function parameterFaults(node: INode): string[] {
	const properties = propertiesOf(node).filter((property) => isShown(property, node.parameters));
	const added = isTool(node) ? toolParameters : pollParameters;
	return Object.entries(node.parameters).flatMap(([name, value]) => {
		if (added.includes(name)) return [];
		const property = properties.find((candidate) => candidate.name === name);
		return property ? valueFaults(property, value) : [`${node.name} has no parameter ${name}`];
	});
}

const numbersKeptForFiction = /^\+1\d{3}55501\d\d$/;

test('names are unique, so that importing all of them leaves no doubt', () => {
	expect(new Set(examples.map(([, { name }]) => name)).size).toBe(examples.length);
});

describe.each(examples)('%s', (file, example) => {
	test('uses nodes that n8n ships and nodes of this package, with unique names and ids', () => {
		for (const { type } of example.nodes) {
			expect([...shippedPackages, packageName]).toContain(packageOf(type));
		}
		expect(new Set(example.nodes.map(({ name }) => name)).size).toBe(example.nodes.length);
		expect(new Set(example.nodes.map(({ id }) => id)).size).toBe(example.nodes.length);
	});

	test('has a node of this package, each with parameters that its operation shows', () => {
		expect(ownNodes(example).length).toBeGreaterThan(0);
		expect(ownNodes(example).flatMap(parameterFaults)).toEqual([]);
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

	test('is shown in the README of the examples', () => {
		expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(`(${file})`);
	});
});

/** What the pages of the nodes say of fields, options, defaults, limits and rates is what panels and interface say. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { serviceOperations } from '../../nodes/shared/contract/contract';
import { callOf, operationRows, operations, type OfferedId, serviceOf } from '../support/operations';
import { shown } from '../support/panels';
import { textOf } from '../../scripts/project-root';
import { describedNodes, rowsOf, sectionIn, type DescribedNode } from './pages';

const nodes = describedNodes();

function nodeNamed(name: string): DescribedNode {
	const node = nodes.find(({ description }) => description.name === name);
	if (!node) throw new Error(`There is no node ${name}`);
	return node;
}

function sectionOf(id: OfferedId): string {
	const { page, operations: offered } = nodeNamed(operations[id].node);
	const name = offered.find(({ value }) => value === id)?.name;
	return sectionIn(textOf(`docs/${page}`), String(name)) ?? '';
}

/** The options that a panel offers for an operation. */
function optionsFor(id: OfferedId): INodeProperties[] {
	const { properties } = nodeNamed(operations[id].node).description;
	const isFor = (field: INodeProperties, operation: string) =>
		field.displayOptions?.show?.[operation]?.includes(id) ?? true;
	const collections = properties.filter(
		(field) => field.type === 'collection' && field.name !== 'requestOptions' && isFor(field, 'operation'),
	);
	return collections
		.flatMap((collection) => collection.options as INodeProperties[])
		.filter((option) => isFor(option, '/operation'));
}

function presetOf({ default: preset, type, options }: INodeProperties): string {
	if (type === 'boolean') return preset === true ? 'on' : 'off';
	if (type === 'options') {
		return String((options as INodePropertyOptions[]).find(({ value }) => value === preset)?.name);
	}
	if (type === 'json') return `\`${String(preset)}\``;
	return typeof preset === 'number' ? preset.toLocaleString('en') : String(preset) || 'none';
}

describe.each(operationRows)('%s', (id, { node, everyField }) => {
	test('its page tells its request', () => {
		const { method, path } = serviceOperations[serviceOf(id)];
		expect(sectionOf(id)).toContain(`\`${method} ${path}\``);
	});

	test('its page has every field', () => {
		const { description, page } = nodeNamed(node);
		const names = shown(description, { ...callOf(id), ...everyField });
		const labels = description.properties
			.filter(({ name, type }) => names.includes(name) && !['notice', 'collection'].includes(type))
			.map(({ displayName }) => displayName)
			.filter((label) => label !== 'Operation');
		const told = [
			...rowsOf('Field', sectionOf(id)).map(([label]) => label),
			...[...textOf(`docs/${page}`).matchAll(/\*\*(.+?)\*\*/g)].map(([, label]) => label),
		];
		expect(told).toEqual(expect.arrayContaining(labels));
	});

	test('its page has every option, with its default where it states one, as for every number', () => {
		const { page } = nodeNamed(node);
		const text = textOf(`docs/${page}`);
		const inTables = new Map(rowsOf('Option', text).map(([label, preset]) => [label, preset]));
		const inText = new Map(
			[...text.matchAll(/_([^_\n]+)_(?:\s\((\d+)\))?/g)].map(([, label, preset]) => [label, preset]),
		);
		for (const option of optionsFor(id)) {
			const { displayName, type } = option;
			const isField = rowsOf('Field', sectionOf(id)).some(([label]) => label === `Options → ${displayName}`);
			if (isField) continue;
			expect([...inTables.keys(), ...inText.keys()]).toContain(displayName);
			const told = inTables.get(displayName) ?? inText.get(displayName);
			if (type === 'fixedCollection' || told === undefined) continue;
			expect([displayName, told]).toEqual([displayName, presetOf(option)]);
		}
	});
});

test('a range of an option is that of the panel', () => {
	const pages = nodes.map(({ page }) => textOf(`docs/${page}`));
	const ranges = pages.flatMap((text) =>
		rowsOf('Option', text).flatMap(([label, , does = '']) => {
			const [, from, to] = /\(([\d,]+) to ([\d,]+)\)/.exec(does) ?? [];
			return from && to ? [[label, from, to]] : [];
		}),
	);
	expect(ranges.length).toBeGreaterThan(0);
	const options = operationRows.flatMap(([id]) => optionsFor(id));
	for (const [label, from, to] of ranges) {
		const { minValue, maxValue } =
			options.find(({ displayName }) => displayName === label)?.typeOptions ?? {};
		expect([label, minValue?.toLocaleString('en'), maxValue?.toLocaleString('en')]).toEqual([
			label,
			from,
			to,
		]);
	}
});

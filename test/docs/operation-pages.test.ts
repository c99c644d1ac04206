/** What the pages of the nodes say of options, their defaults and ranges is what the panels say. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { serviceOperations } from '../../nodes/shared/contract/contract';
import { operationRows, operations, serviceOf, type OfferedId } from '../support/operations';
import { describedAs } from '../support/panels';
import { nodeFiles } from '../../scripts/package-nodes';
import { textOf } from '../../scripts/project-root';
import { rowsOf, sectionIn } from './pages';

/** The page in docs/ of each node, by its name. */
const pages = Object.fromEntries(
	nodeFiles.map((file) => {
		const codex = textOf(file.replace(/\.ts$/, '.json'));
		const [, name = ''] = /"node": ".*\.(\w+)"/.exec(codex) ?? [];
		return [name, /\/(docs\/[\w-]+\.md)/.exec(codex)?.[1] ?? ''];
	}),
);

/** The operation as the panel calls it. */
function nameOf(id: OfferedId): string {
	const { properties } = describedAs(operations[id].node);
	const offered = properties.find(({ name }) => name === 'operation')?.options as INodePropertyOptions[];
	return String(offered.find(({ value }) => value === id)?.name);
}

function sectionOf(id: OfferedId): string {
	return sectionIn(textOf(pages[operations[id].node] ?? ''), nameOf(id)) ?? '';
}

test.each(operationRows)(
	'%s has a section on the page of its node, and stands in the lists of README.md and docs/README.md',
	(id, { node }) => {
		const { method, path } = serviceOperations[serviceOf(id)];
		expect(sectionOf(id)).toContain(`${method} ${path}`);
		const row = rowsOf('Node', textOf('README.md')).find(([name]) =>
			name?.startsWith(`[${describedAs(node).displayName}]`),
		);
		expect(row?.[1]?.split(', ')).toContain(nameOf(id));
		expect(textOf('docs/README.md')).toContain(`\`${method} ${path}\``);
	},
);

/** The options that a panel offers for an operation. */
function optionsFor(id: OfferedId): INodeProperties[] {
	const { properties } = describedAs(operations[id].node);
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

test.each(operationRows)(
	'the page of %s has every option, with its default where it states one, as for every number',
	(id, { node }) => {
		const text = textOf(pages[node] ?? '');
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
	},
);

test('a range of an option is that of the panel', () => {
	const ranges = Object.values(pages).flatMap((page) =>
		rowsOf('Option', textOf(page)).flatMap(([label, , does = '']) => {
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

import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { nodeFiles, nodeIn } from '../../scripts/package-nodes';
import { textOf } from '../../scripts/project-root';

/** A node of the package, with its place in the docs. */
export interface DescribedNode {
	description: INodeTypeDescription;
	/** Its page in docs/, and the place on it where the node begins, if that is not the top. */
	page: string;
	place: string;
	/** The operations that its panel offers; a trigger has none. */
	operations: INodePropertyOptions[];
	/** The events that a trigger offers. */
	events: INodePropertyOptions[];
}

/** The nodes of the package: those with operations in the order of package.json, then the triggers. */
export function describedNodes(): DescribedNode[] {
	return nodeFiles
		.map(describedNode)
		.sort((one, other) => Math.sign(other.operations.length) - Math.sign(one.operations.length));
}

function describedNode(file: string): DescribedNode {
	const { description } = new (nodeIn(file))();
	const codex = textOf(file.replace(/\.ts$/, '.json'));
	const [, page = '', place = ''] = /\/docs\/([\w-]+\.md)(#[\w-]+)?"/.exec(codex) ?? [];
	const choices = (...names: string[]) =>
		(description.properties.find(({ name }: INodeProperties) => names.includes(name))?.options ??
			[]) as INodePropertyOptions[];
	const [operations, events] = [choices('operation'), choices('event', 'events')];
	return { description, page, place, operations, events };
}

/** What a page says below a heading, until the next one that is not further in; undefined without the heading. */
export function sectionIn(text: string, heading: string): string | undefined {
	const [, before, ...after] = text.split(new RegExp(`^(##+) ${heading}$`, 'm'));
	return before && after.join('').split(new RegExp(`^#{1,${before.length}} `, 'm'))[0];
}

/** The address of a heading on its page. */
export function headingAddress(heading: string): string {
	const anchor = heading
		.toLowerCase()
		.replaceAll(/[^a-z0-9 -]/g, '')
		.replaceAll(' ', '-');
	return `#${anchor}`;
}

/** The rows of all tables in a text whose first column has this head. */
export function rowsOf(head: string, text: string): string[][] {
	const tables = text.split(/\n{2,}/).filter((block) => new RegExp(`^\\| ${head} +\\|`).test(block));
	const lines = tables.flatMap((table) => table.trim().split('\n').slice(2));
	return lines.map((line) =>
		line
			.split(/(?<!\\)\|/)
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
}

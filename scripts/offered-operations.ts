import type { INodeTypeDescription, INodePropertyOptions } from 'n8n-workflow';

import { headingAddress } from './interface-document';
import { ClearProblem } from '../e2e/n8n/clear-problem';
import { nodeFiles, nodeIn } from './package-nodes';
import { textOf } from './project-root';

/** A node of the package, and the operations that its panel offers; a trigger has none. */
export interface DescribedNode {
	description: INodeTypeDescription;
	/** Its name without the name of the service. */
	shortName: string;
	/** Its page in docs/, and the place on it where the node begins, if that is not the top. */
	page: string;
	place: string;
	operations: OfferedOperation[];
}

export interface OfferedOperation {
	/** Its id in the OpenAPI document. */
	id: string;
	name: string;
	/** Its section on the node's page. */
	address: string;
}

/** The nodes of the package: those with operations in the order of package.json, then the triggers. */
export function describedNodes(): DescribedNode[] {
	return nodeFiles
		.map(describedNode)
		.sort((one, other) => Math.sign(other.operations.length) - Math.sign(one.operations.length));
}

function describedNode(file: string): DescribedNode {
	const { description } = new (nodeIn(file))();
	const [page, place] = pageOf(file.replace(/\.ts$/, '.json'));
	const options = description.properties.find(({ name }) => name === 'operation')?.options ?? [];
	return {
		description,
		shortName: description.displayName.replace('Phone Service ', ''),
		page,
		place,
		operations: (options as INodePropertyOptions[]).map(({ name, value }) => ({
			id: String(value),
			name,
			address: `docs/${page}${sectionOn(page, name)}`,
		})),
	};
}

/** The page that a codex file names as the documentation of its node, and the place on it. */
function pageOf(codexFile: string): [page: string, place: string] {
	const [, page, place = ''] = /\/docs\/([\w-]+\.md)(#[\w-]+)?"/.exec(textOf(codexFile)) ?? [];
	if (page === undefined) throw new ClearProblem(`${codexFile} names no page of docs/.`);
	return [page, place];
}

/** What a page says below a heading, until the next one that is not further in; undefined without the heading. */
export function sectionIn(text: string, heading: string): string | undefined {
	const [, before, ...after] = text.split(new RegExp(`^(##+) ${heading}$`, 'm'));
	return before && after.join('').split(new RegExp(`^#{1,${before.length}} `, 'm'))[0];
}

/** The address of an operation's section on its page, which must have one. */
function sectionOn(page: string, name: string): string {
	if (sectionIn(textOf(`docs/${page}`), name) !== undefined) return headingAddress(name);
	throw new ClearProblem(`docs/${page} has no section "${name}" about that operation.`);
}

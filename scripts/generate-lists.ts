import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { simulatorTables } from '../simulator/readme-tables';
import { openApiDocument } from '../simulator/document';
import { placedOperations, sentence, type OpenApiDocument, type PlacedOperation } from './interface-document';
import { ClearProblem } from '../e2e/n8n/clear-problem';
import { table } from './markdown-table';
import { describedNodes, sectionIn, type DescribedNode } from './offered-operations';
import { textOf } from './project-root';

/**
 * The pages that hold lists between `<!-- generated: name -->` and `<!-- end -->`, by path, with the lists as they
 * should be. An error for a page that lacks one of its lists.
 */
export function listedFiles(): Record<string, string> {
	const document = openApiDocument();
	const nodes = describedNodes();
	const lists: Record<string, Record<string, string>> = {
		'README.md': { operations: operationsOfNodes(nodes) },
		'docs/README.md': { operations: nodesOfOperations(nodes, document) },
		'docs/public-material.md': { 'public-material': publicMaterial(document) },
		'simulator/README.md': { ...simulatorTables, 'public-operations': publicOperations(document) },
	};
	const written = Object.entries(lists).map(([path, content]) => {
		return [path, withLists(path, textOf(path), content)];
	});
	return Object.fromEntries(written) as Record<string, string>;
}

/** The text of a page with its lists as they should be. */
export function withLists(path: string, text: string, lists: Record<string, string>): string {
	return Object.entries(lists).reduce((result, [name, content]) => {
		const place = new RegExp(`(<!-- generated: ${name} -->\n)[^]*?(<!-- end -->)`);
		if (!place.test(result)) throw new ClearProblem(`${path} has no place <!-- generated: ${name} -->.`);
		return result.replace(place, (_, start: string, end: string) => `${start}\n${content}\n\n${end}`);
	}, text);
}

/** A list of the facts that are not from the interface document and belong to the service as a whole. */
function publicMaterial(document: OpenApiDocument): string {
	return document.info['x-public-material'].map((says) => `- ${sentence(says)}`).join('\n');
}

/** The operations that are known from public material only, as a list. */
function publicOperations(document: OpenApiDocument): string {
	return placedOperations(document)
		.filter((operation) => operation['x-source'] !== undefined)
		.map((operation) => `- ${requestOf(operation)}: ${sentence(operation.summary)}`)
		.join('\n');
}

function requestOf({ method, path }: PlacedOperation): string {
	return `\`${method} ${path}\``;
}

/** Every node with its operations; a trigger with its events. */
function operationsOfNodes(nodes: DescribedNode[]): string {
	const rows = nodes.map(({ page, place, description, operations }) => [
		`[${description.displayName}](docs/${page}${place})`,
		(operations.length > 0 ? operations.map(({ name }) => name) : eventsOf(description)).join(', '),
	]);
	return table(['Node', 'Operations'], rows);
}

function eventsOf({ properties }: INodeTypeDescription): string[] {
	const options = properties.find(({ name }) => name === 'event' || name === 'events')?.options ?? [];
	return (options as INodePropertyOptions[]).map(({ name }) => name);
}

/** Every request of the interface by the node that makes it, each with where a user finds it. */
function nodesOfOperations(nodes: DescribedNode[], document: OpenApiDocument): string {
	const placed = placedOperations(document).map((operation) => placeOf(operation, nodes));
	return [...Map.groupBy(placed, ({ node }) => node)]
		.map(([node, places]) => [`- ${node}`, ...places.map(({ request }) => `  - ${request}`)].join('\n'))
		.join('\n');
}

/** Where a request of the service is offered first: by the operation of a node whose section on a page names it. */
function placeOf(operation: PlacedOperation, nodes: DescribedNode[]): { node: string; request: string } {
	const request = requestOf(operation);
	const [place] = nodes.flatMap(({ shortName, page, operations }) =>
		operations
			.filter(({ name }) => sectionIn(textOf(`docs/${page}`), name)?.includes(request))
			.map(({ address }) => ({
				node: shortName,
				request: `[${request}](${address.replace(/^docs\//, '')})`,
			})),
	);
	return place ?? { node: 'No node yet', request };
}

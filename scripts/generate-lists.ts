import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { simulatorTables } from '../simulator/readme-tables';
import { openApiDocument } from '../simulator/document';
import { placedOperations, sentence, type OpenApiDocument, type PlacedOperation } from './interface-document';
import { table } from './markdown-table';
import { MissingPart } from './missing-part';
import { describedNodes, sectionIn, type DescribedNode } from './offered-operations';
import { root } from './project-root';

/**
 * The pages that hold lists between `<!-- generated: name -->` and `<!-- end -->`, by path, with the lists as they
 * should be. `pages` are texts that take the place of those in the project. An error for a page that lacks one of its
 * lists.
 */
export async function listedFiles(pages: Record<string, string> = {}): Promise<Record<string, string>> {
	const document = openApiDocument();
	const nodes = await describedNodes();
	const lists: Record<string, Record<string, string>> = {
		'README.md': { operations: operationsOfNodes(nodes) },
		'docs/README.md': { operations: nodesOfOperations(nodes, document) },
		'docs/public-material.md': { 'public-material': publicMaterial(document) },
		'simulator/README.md': { ...simulatorTables, 'public-operations': publicOperations(document) },
	};
	const written = Object.entries(lists).map(([path, content]) => {
		const text = pages[path] ?? readFileSync(join(root, path), 'utf8');
		return [path, withLists(path, text, content)];
	});
	return Object.fromEntries(written) as Record<string, string>;
}

/** The text of a page with its lists as they should be. */
export function withLists(path: string, text: string, lists: Record<string, string>): string {
	return Object.entries(lists).reduce((result, [name, content]) => {
		const place = new RegExp(`(<!-- generated: ${name} -->\n)[^]*?(<!-- end -->)`);
		if (!place.test(result)) throw new MissingPart(`${path} has no place <!-- generated: ${name} -->.`);
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

/** Every request of the interface, and where a user finds it. */
function nodesOfOperations(nodes: DescribedNode[], document: OpenApiDocument): string {
	return placedOperations(document)
		.map((operation) => `- ${requestOf(operation)}: ${placesOf(operation, nodes)}`)
		.join('\n');
}

/** Where an operation of the service is offered: the operations of nodes whose section on a page names its request. */
function placesOf(operation: PlacedOperation, nodes: DescribedNode[]): string {
	const places = nodes.flatMap(({ shortName, page, operations }) =>
		operations
			.filter(({ name }) => sectionOf(page, name).includes(requestOf(operation)))
			.map(({ name, address }) => `[${shortName}: ${name}](${address.replace(/^docs\//, '')})`),
	);
	return places.join(', ') || 'none yet';
}

function sectionOf(page: string, name: string): string {
	return sectionIn(readFileSync(join(root, 'docs', page), 'utf8'), name) ?? '';
}

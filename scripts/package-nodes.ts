import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';

import type { NodeOperation } from '../nodes/shared/operation/operation';
import packageJson from '../package.json';
import { root } from './project-root';

const load = createRequire(__filename);

function exportsOf(file: string): unknown[] {
	return Object.values(load(join(root, file)) as Record<string, unknown>);
}

export const packageName = packageJson.name;

/** The files of the package's nodes, as package.json lists them. */
export const nodeFiles = packageJson.n8n.nodes.map((path) => path.replace('dist/', '').replace('.js', '.ts'));

/** The class of a node that a file holds. */
export function nodeIn(file: string): new () => INodeType {
	return exportsOf(file).find((value) => typeof value === 'function') as new () => INodeType;
}

export const packageNodes = nodeFiles.map(nodeIn);

/** The operations that the nodes offer. */
export function offeredOperations(): NodeOperation[] {
	const files = globSync('nodes/*/*.{operation,operations}.ts', { cwd: root });
	const held = files.flatMap((file) => exportsOf(file).flat() as NodeOperation[]);
	return [...new Set(held.filter(({ service }) => service))];
}

import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';

import type { NodeOperation } from '../nodes/shared/operation/operation';
import packageJson from '../package.json';
import { root } from './project-root';

const load = createRequire(__filename);

/** The class or the object that a file of the project holds. */
function heldBy<Held>(file: string, kind: 'function' | 'object'): Held {
	const all = Object.values(load(join(root, file)) as Record<string, Held>);
	const held = all.find((value) => typeof value === kind);
	if (held === undefined) throw new Error(`${file} holds no ${kind}`);
	return held;
}

export const packageName = packageJson.name;

/** The files of the package's nodes, as package.json lists them. */
export const nodeFiles = packageJson.n8n.nodes.map((path) => path.replace('dist/', '').replace('.js', '.ts'));

/** The class of a node that a file holds. */
export function nodeIn(file: string): new () => INodeType {
	return heldBy(file, 'function');
}

/** The classes of the package's nodes. */
export const packageNodes = nodeFiles.map(nodeIn);

/** The operations that the nodes offer, by their files. */
export function offeredOperations(): Map<string, NodeOperation> {
	const files = globSync('nodes/*/*.operation.ts', { cwd: root });
	return new Map(files.map((file) => [file, heldBy<NodeOperation>(file, 'object')]));
}

import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';

import packageJson from '../../package.json';
import { root } from '../../scripts/project-root';

export const packageName = packageJson.name;

const load = createRequire(__filename);

/** The classes of the package's nodes, as package.json lists them. */
export const packageNodes = packageJson.n8n.nodes.map((path): new () => INodeType => {
	const file = path.replace('dist/', '').replace('.js', '.ts');
	const [nodeType] = Object.values(load(join(root, file)) as Record<string, new () => INodeType>);
	if (!nodeType) throw new Error(`${file} holds no node`);
	return nodeType;
});

import { createRequire } from 'node:module';
import { globSync } from 'node:fs';
import { join } from 'node:path';

import type { NodeOperation } from '../../nodes/shared/operation/operation';
import { root } from '../../scripts/project-root';

const load = createRequire(__filename);

/** The operations that the nodes offer: what their files hold. */
export const offeredOperations = globSync('nodes/*/*.operation.ts', { cwd: root }).map((file) => {
	const [operation] = Object.values(load(join(root, file)) as Record<string, NodeOperation>).filter(
		(value) => typeof value === 'object',
	);
	if (!operation) throw new Error(`${file} holds no operation`);
	return operation;
});

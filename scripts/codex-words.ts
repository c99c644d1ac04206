import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describedNodes } from './offered-operations';
import { root } from './project-root';

/**
 * The codex files, by path, with the words under which n8n's search finds their nodes: those that stand there, and the
 * action of every operation. `files` are texts that take the place of those in the project.
 */
export async function codexFiles(files: Record<string, string>): Promise<Record<string, string>> {
	const nodes = await describedNodes();
	const written = nodes.map(({ codexFile, operations }) => {
		const text = files[codexFile] ?? readFileSync(join(root, codexFile), 'utf8');
		const codex = JSON.parse(text) as { alias: string[] };
		const actions = operations.map(({ action }) => action.toLowerCase());
		return [
			codexFile,
			JSON.stringify({ ...codex, alias: [...new Set([...codex.alias, ...actions])] }, null, 2),
		];
	});
	return Object.fromEntries(written) as Record<string, string>;
}

import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { root } from './project-root';

/**
 * Writes generated files (path under the project → content), formatted like the rest of the project, and deletes the
 * files that `all` of them match and that are no longer generated. With `--check` on the command line it changes nothing,
 * and fails the process when a file is stale or left over.
 */
export async function writeOrCheck(files: Record<string, string>, all?: string): Promise<void> {
	const check = process.argv.includes('--check');
	for (const [path, content] of Object.entries(files)) {
		const file = join(root, path);
		const formatted = await format(content, { ...(await resolveConfig(file)), filepath: file });
		if (existsSync(file) && readFileSync(file, 'utf8') === formatted) continue;
		if (check) complain(`${path} is stale`);
		else {
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, formatted);
		}
	}
	const leftOver = all === undefined ? [] : globSync(all, { cwd: root }).filter((path) => !(path in files));
	for (const path of leftOver) {
		if (check) complain(`${path} is left over`);
		else rmSync(join(root, path));
	}
}

function complain(what: string): void {
	console.error(`${what}: run \`npm run generate\`.`);
	process.exitCode = 1;
}

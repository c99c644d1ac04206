import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { root } from './project-root';

/**
 * Writes generated files (path under the project → content), formatted like the rest of the project. With
 * `--check` on the command line it writes nothing and fails the process when a file is stale.
 */
export async function writeOrCheck(files: Record<string, string>): Promise<void> {
	const check = process.argv.includes('--check');
	for (const [path, content] of Object.entries(files)) {
		const file = join(root, path);
		const formatted = await format(content, { ...(await resolveConfig(file)), filepath: file });
		if (!check) {
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, formatted);
		} else if (!existsSync(file) || readFileSync(file, 'utf8') !== formatted) {
			console.error(`${relative(root, file)} is stale: run \`npm run generate\`.`);
			process.exitCode = 1;
		}
	}
}

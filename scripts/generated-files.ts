import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { root } from './project-root';

/**
 * Writes generated files (path under the project → content), formatted like the rest of the project. With `--check` on
 * the command line it changes nothing, and fails the process when a file is stale.
 */
export async function writeOrCheck(files: Record<string, string>): Promise<void> {
	for (const [path, content] of Object.entries(files)) {
		const file = join(root, path);
		const formatted = await format(content, { ...(await resolveConfig(file)), filepath: file });
		if (existsSync(file) && readFileSync(file, 'utf8') === formatted) continue;
		if (!process.argv.includes('--check')) {
			writeFileSync(file, formatted);
			continue;
		}
		console.error(`${path} is stale: run \`npm run generate\`.`);
		process.exitCode = 1;
	}
}

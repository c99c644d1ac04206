import { execFileSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './project-root';

/** What n8n's rules are for: files that are published. */
const published = ['nodes', 'credentials', 'dist', 'node_modules'];

/**
 * Writes eslint-suppressions.json: what n8n's rules for published code find in the tools beside it, which may use Node's
 * modules. n8n's commands want n8n's configuration as it is, which has no exceptions. ESLint reads the file by itself, and
 * fails when a tool has more faults than it counts, or fewer.
 */
export function writeToolSuppressions(): void {
	const folders = globSync('*/**/*.ts', { cwd: root, exclude: published }).map(
		(path) => path.split('/')[0] ?? '',
	);
	rmSync(join(root, 'eslint-suppressions.json'), { force: true });
	execFileSync('npx', ['eslint', ...new Set(folders), '--suppress-all'], { cwd: root, stdio: 'inherit' });
}

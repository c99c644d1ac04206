/**
 * Writes nodes/shared/contract from simulator/openapi.yaml, the one machine-readable form of the service's interface, and
 * where n8n's lint rules don't apply.
 *
 *   npm run generate              writes the files
 *   npm run generate -- --check   fails when a file of the contract is stale
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { problemText } from './n8n/program';
import { contractFiles, typesFile } from './generate-contract';
import { root } from './project-root';

/** The rules of n8n's that are for published code alone. */
const publishedOnly = [
	'@n8n/community-nodes/icon-validation',
	'@n8n/community-nodes/no-dangerous-functions',
	'@n8n/community-nodes/no-hardcoded-secrets',
	'@n8n/community-nodes/no-restricted-globals',
	'@n8n/community-nodes/no-restricted-imports',
	'@n8n/community-nodes/require-node-api-error',
	'import-x/no-unresolved',
	'no-console',
];

/**
 * Writes eslint-suppressions.json: what n8n's rules for published code find in the tools beside it, which may use Node's
 * modules. n8n's commands want n8n's configuration as it is, which has no exceptions. ESLint reads the file, and fails when a
 * tool has more faults than it counts, or fewer. It fails here when a tool breaks any other rule.
 */
function writeToolSuppressions(): void {
	const tools = ['bench', 'demo', 'e2e', 'scripts', 'simulator', 'test'];
	const rules = publishedOnly.flatMap((rule) => ['--suppress-rule', rule]);
	rmSync(join(root, 'eslint-suppressions.json'), { force: true });
	execFileSync('npx', ['eslint', ...tools, ...rules], { cwd: root, stdio: 'inherit' });
}

/** The files whose content is another one than this (path under the project → content), with what they should hold. */
async function staleFiles(files: Record<string, string>): Promise<Array<[path: string, content: string]>> {
	const formatted = Object.entries(files).map(async ([path, content]): Promise<[string, string]> => {
		const file = join(root, path);
		return [path, await format(content, { ...(await resolveConfig(file)), filepath: file })];
	});
	return (await Promise.all(formatted)).filter(([path, content]) => {
		const file = join(root, path);
		return !existsSync(file) || readFileSync(file, 'utf8') !== content;
	});
}

async function main(): Promise<void> {
	const stale = await staleFiles({ ...contractFiles(), ...(await typesFile()) });
	if (process.argv.includes('--check')) {
		for (const [path] of stale) console.error(`${path} is stale: run \`npm run generate\`.`);
		process.exitCode = stale.length > 0 ? 1 : 0;
		return;
	}
	for (const [path, content] of stale) writeFileSync(join(root, path), content);
	writeToolSuppressions();
}

main().catch((error: unknown) => {
	console.error(problemText(error));
	process.exitCode = 1;
});

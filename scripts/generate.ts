/**
 * Writes what is generated: from simulator/openapi.yaml, the one machine-readable form of the service's interface, the
 * lists in pages from it and the nodes, and where n8n's lint rules don't apply.
 *
 *   npm run generate              writes the files; says what an operation still lacks
 *   npm run generate -- --check   fails when a file is stale
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { ClearProblem, problemText } from '../e2e/n8n/clear-problem';
import { contractFiles, typesFile } from './generate-contract';
import { interfaceFiles } from './generate-interface';
import { listedFiles } from './generate-lists';
import { openApiDocument } from '../simulator/document';
import { root } from './project-root';
import { unenforcedRules } from './unenforced-rules';

/** Refuses rules of the interface that nobody would notice to be missing in the nodes. */
function checkRules(): void {
	const unenforced = unenforcedRules(openApiDocument());
	if (unenforced.length === 0) return;
	throw new ClearProblem(
		`The nodes would not enforce these rules. Give the schema a name and a pattern, and its rule in nodes/shared/input/.\n${unenforced.join('\n')}`,
	);
}

/**
 * Writes eslint-suppressions.json: what n8n's rules for published code find in the tools beside it, which may use Node's
 * modules. n8n's commands want n8n's configuration as it is, which has no exceptions. ESLint reads the file by itself, and
 * fails when a tool has more faults than it counts, or fewer.
 */
function writeToolSuppressions(): void {
	const tools = ['bench', 'demo', 'e2e', 'scripts', 'simulator', 'test'];
	rmSync(join(root, 'eslint-suppressions.json'), { force: true });
	execFileSync('npx', ['eslint', ...tools, '--suppress-all'], { cwd: root, stdio: 'inherit' });
}

/**
 * Writes generated files (path under the project → content), formatted like the rest of the project. With `--check` on
 * the command line it changes nothing, and fails the process when a file is stale.
 */
async function writeOrCheck(files: Record<string, string>): Promise<void> {
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

async function main(): Promise<void> {
	checkRules();
	for (const files of [contractFiles, typesFile, interfaceFiles, listedFiles])
		await writeOrCheck(await files());
	if (!process.argv.includes('--check')) writeToolSuppressions();
}

main().catch((error: unknown) => {
	console.error(problemText(error));
	process.exitCode = 1;
});

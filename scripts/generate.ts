/**
 * Writes what is generated: from simulator/openapi.yaml, the one machine-readable form of the service's interface, the
 * lists and numbers in pages and the words for n8n's search from it and the nodes, the links to the project from package.json, and
 * where n8n's lint rules don't apply.
 *
 *   npm run generate              writes the files, deletes what is left over; says what an operation still lacks
 *   npm run generate -- --check   fails when a file is stale or left over
 */
import { codexFiles } from './codex-words';
import { contractFiles } from './generate-contract';
import { outputSchemaFiles } from './generate-output-schemas';
import { writeOrCheck } from './generated-files';
import { interfaceFiles } from './generate-interface';
import { listedFiles } from './generate-lists';
import { numberedFiles } from './interface-numbers';
import { MissingPart } from './missing-part';
import { openApiDocument } from '../simulator/document';
import { linkedFiles } from './project-links';
import { typesFile } from './generate-types';
import { writeToolSuppressions } from './tool-suppressions';
import { unenforcedRules } from './unenforced-rules';

/** Refuses rules of the interface that nobody would notice to be missing in the nodes. */
function checkRules(): void {
	const unenforced = unenforcedRules(openApiDocument());
	if (unenforced.length === 0) return;
	throw new MissingPart(
		`The nodes would not enforce these rules. Give the schema a name and a pattern, and its rule in nodes/shared/input/.\n${unenforced.join('\n')}`,
	);
}

async function main(): Promise<void> {
	checkRules();
	await writeOrCheck(contractFiles());
	await writeOrCheck(await typesFile());
	await writeOrCheck(interfaceFiles());
	await writeOrCheck(numberedFiles());
	const linked = linkedFiles();
	await writeOrCheck(outputSchemaFiles(), 'nodes/*/__schema__/**/*.json');
	await writeOrCheck({
		...linked,
		...codexFiles(linked),
		...listedFiles(linked),
	});
	if (!process.argv.includes('--check')) writeToolSuppressions();
}

main().catch((error: unknown) => {
	console.error(error instanceof MissingPart ? error.message : error);
	process.exitCode = 1;
});

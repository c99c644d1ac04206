/**
 * Writes what is generated: from simulator/openapi.yaml, the one machine-readable form of the service's interface, the
 * lists in pages and the words for n8n's search from it and the nodes, and the links to the project from package.json.
 *
 *   npm run generate              writes the files; says what an operation still lacks
 *   npm run generate -- --check   fails when a file is stale
 */
import { codexFiles } from './codex-words';
import { contractFiles } from './generate-contract';
import { outputSchemaFiles } from './generate-output-schemas';
import { writeOrCheck } from './generated-files';
import { interfaceFiles } from './generate-interface';
import { listedFiles } from './generate-lists';
import { MissingPart } from './missing-part';
import { linkedFiles } from './project-links';

async function main(): Promise<void> {
	await writeOrCheck(contractFiles());
	await writeOrCheck(interfaceFiles());
	const linked = linkedFiles();
	await writeOrCheck({
		...(await outputSchemaFiles()),
		...linked,
		...(await codexFiles(linked)),
		...(await listedFiles(linked)),
	});
}

main().catch((error: unknown) => {
	console.error(error instanceof MissingPart ? error.message : error);
	process.exitCode = 1;
});

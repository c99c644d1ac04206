import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const sourceFolder = join(__dirname, '..', 'nodes');

/** Compiles the nodes that only the benchmark has into the folder where n8n looks for custom nodes. */
export function installBenchNodes(userFolder: string): void {
	const folder = join(userFolder, '.n8n', 'custom');
	mkdirSync(folder, { recursive: true });
	for (const file of readdirSync(sourceFolder)) {
		const { outputText } = ts.transpileModule(readFileSync(join(sourceFolder, file), 'utf8'), {
			compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
		});
		writeFileSync(join(folder, file.replace(/\.ts$/, '.js')), outputText);
	}
}

/** Fails where files import each other in a circle, types included: whoever reads one would have to read all. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const files = globSync('{credentials,nodes,simulator}/**/*.{ts,tsx}');

function importsOf(file) {
	const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
	return importedFiles.flatMap(({ fileName }) => {
		const path = join(dirname(file), fileName);
		const found = ['.ts', '.tsx', '.d.ts'].map((end) => path + end).find((one) => existsSync(one));
		return fileName.startsWith('.') && found ? [found] : [];
	});
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));
const free = new Set();
const circles = [];

/** Looks for a circle among what a file imports; `path` leads to it. */
function follow(file, path) {
	if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file]);
	if (path.includes(file) || free.has(file)) return;
	for (const imported of imports.get(file) ?? []) follow(imported, [...path, file]);
	free.add(file);
}

for (const file of files) follow(file, []);
for (const circle of circles) console.error(`Circle of imports: ${circle.join(' → ')}`);
process.exitCode = circles.length > 0 ? 1 : 0;

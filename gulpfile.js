const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

function contractTypes() {
	return spawn(process.execPath, ['--import', 'tsx', 'scripts/contract-types.ts'], { stdio: 'inherit' });
}

function compile() {
	const compiler = require.resolve('typescript/bin/tsc');
	return spawn(process.execPath, [compiler, '--project', 'tsconfig.json'], { stdio: 'inherit' });
}

/** Icons, codex files and output schemas, each at its place beside the compiled nodes, where n8n looks for it. */
function copyOtherFiles() {
	const files = ['icons', 'nodes', 'credentials'].flatMap((folder) => [
		`${folder}/**/*`,
		`!${folder}/**/*.ts`,
	]);
	return src(files, { base: '.', encoding: false, nodir: true, allowEmpty: true }).pipe(dest('dist'));
}

exports.build = series(clean, contractTypes, parallel(compile, copyOtherFiles));

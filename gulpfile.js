const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** The nodes and credentials with their codex files. */
function compile() {
	const compiler = require.resolve('typescript/bin/tsc');
	return spawn(process.execPath, [compiler, '--project', 'tsconfig.json'], { stdio: 'inherit' });
}

/** Icons and output schemas, each at its place beside the compiled nodes, where n8n looks for it. */
function copyOtherFiles() {
	const files = ['icons/*.svg', 'nodes/*/__schema__/**/*.json'];
	return src(files, { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.build = series(clean, parallel(compile, copyOtherFiles));

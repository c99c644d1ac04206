/**
 * Runs the steps of a workflow of .github/workflows/ on this machine, in their order, in a fresh clone of HEAD:
 *
 *   npm run ci-here                              every job of ci.yml
 *   npm run ci-here -- --job "check 20"          one of them
 *   npm run ci-here -- --workflow publish --job pack
 *   npm run ci-here -- --skip "The core of the end-to-end tests"
 *
 * Ends with 1 at the first step that fails. What publishes is not run.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { root } from './project-root';
import { repositoryPage, type ProjectNames } from './project-links';
import { localJobs, type LocalJob, type LocalStep } from './workflow-steps';

const { workflow, job, skip } = parseArgs({
	options: {
		workflow: { type: 'string', default: 'ci' },
		job: { type: 'string' },
		skip: { type: 'string', multiple: true, default: [] },
	},
}).values;

const publishes = /\bnpm publish\b/;

/** The folder of a Node of this major version: this process's, or another one on PATH. */
function folderOfNode(major: number): string {
	const folders = (process.env.PATH ?? '')
		.split(delimiter)
		.filter((folder) => existsSync(join(folder, 'node')));
	const found = [dirname(process.execPath), ...folders].find((folder) => {
		const { stdout } = spawnSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' });
		return stdout.startsWith(`v${String(major)}.`);
	});
	if (found === undefined) throw new Error(`No Node ${String(major)} on this machine`);
	return found;
}

/** What a step of a runner finds: nothing of the npm script that this is, and its own Node first on PATH. */
function runnerEnvironment(node: number): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|^INIT_CWD$/.test(name));
	const own = (folder: string) => folder.includes('node_modules');
	const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !own(folder));
	return { ...Object.fromEntries(kept), PATH: [folderOfNode(node), ...path].join(delimiter), CI: 'true' };
}

/** Why a step is not run here; undefined when it is. */
function reasonToSkip(step: LocalStep): string | undefined {
	if ('skipped' in step) return step.skipped;
	if (publishes.test(step.run)) return 'it publishes';
	return skip.includes(step.name) ? 'as told by --skip' : undefined;
}

function runStep(step: LocalStep, clone: string, environment: NodeJS.ProcessEnv): boolean {
	const reason = reasonToSkip(step);
	if (reason !== undefined || 'skipped' in step) {
		console.log(`–  ${step.name}: not run, ${reason ?? ''}`);
		return true;
	}
	console.log(`▶  ${step.name}`);
	const started = Date.now();
	const cache = process.env.PHONE_SERVICE_CACHE;
	const { status } = spawnSync('bash', ['-e', '-c', step.run], {
		cwd: clone,
		stdio: ['ignore', 'inherit', 'inherit'],
		env: { ...environment, ...step.environment, ...(cache && { PHONE_SERVICE_CACHE: cache }) },
	});
	const seconds = Math.round((Date.now() - started) / 1_000);
	console.log(`${status === 0 ? '✔' : '✖'}  ${step.name} (${String(seconds)} s)`);
	return status === 0;
}

function runJob({ name, node, steps }: LocalJob, clone: string): boolean {
	console.log(`\n== ${name}, Node ${String(node)}, in a fresh clone`);
	execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
	const environment = runnerEnvironment(node);
	return steps.every((step) => runStep(step, clone, environment));
}

function main(): void {
	const folder = mkdtempSync(join(tmpdir(), 'ci-here-'));
	try {
		const names = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as ProjectNames;
		const page = repositoryPage(names);
		const clone = join(folder, 'clone');
		const jobs = localJobs(readFileSync(join(root, '.github', 'workflows', `${workflow}.yml`), 'utf8'), {
			'github.workspace': clone,
			'github.event.release.tag_name': `v${names.version}`,
			'github.server_url': new URL(page).origin,
			'github.repository': new URL(page).pathname.slice(1),
		}).filter(({ name }) => job === undefined || name === job);
		if (jobs.length === 0) throw new Error(`${workflow}.yml has no job "${job ?? ''}"`);
		const passed = jobs.every((one) => {
			rmSync(clone, { recursive: true, force: true });
			return runJob(one, clone);
		});
		process.exitCode = passed ? 0 : 1;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

main();

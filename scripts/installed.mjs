/**
 * Runs an npm script with everything it needs in place: `node scripts/installed.mjs <npm script> [arguments]`.
 *
 * Plain JavaScript for whatever Node the machine has (18 or newer), since it runs before anything is installed.
 * It installs the packages of package-lock.json if node_modules does not hold them, fetches the Node binary the
 * project runs on, then runs the npm script, passing arguments, exit code, Ctrl-C and a termination on.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));
const modulesFolder = join(projectFolder, 'node_modules');
const projectNode = join(modulesFolder, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

let running;
let stoppedBy;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
	process.on(signal, () => stop(signal));
}

/** Passes a signal on to all processes of the running script, which know when it is the same press of Ctrl-C again. */
function stop(signal) {
	stoppedBy = signal;
	if (running?.pid === undefined) process.exit(128 + constants.signals[signal]);
	try {
		process.kill(-running.pid, signal);
	} catch (error) {
		if (error.code !== 'ESRCH') throw error;
	}
}

/** Runs npm in a process group of its own and answers its exit code. */
function npm(args, node = process.execPath) {
	return new Promise((resolve, reject) => {
		running = spawn(node, [npmProgram(), ...args], {
			cwd: projectFolder,
			stdio: 'inherit',
			detached: true,
			env: {
				...process.env,
				npm_config_loglevel: 'error',
				PATH: [join(modulesFolder, '.bin'), process.env.PATH].join(delimiter),
			},
		});
		running.once('error', reject);
		running.once('close', (code, signal) => {
			running = undefined;
			resolve(code ?? 128 + constants.signals[signal]);
		});
	});
}

function npmProgram() {
	const given = process.env.npm_execpath;
	if (given?.endsWith('npm-cli.js')) return given;
	const onPath = (process.env.PATH ?? '')
		.split(delimiter)
		.map((folder) => join(folder, 'npm'))
		.find((file) => existsSync(file));
	if (onPath === undefined) fail('npm was not found. Install it, for example with: apt-get install npm');
	return realpathSync(onPath);
}

/** Whether node_modules holds every package of package-lock.json, by the record that npm leaves after an install. */
function packagesInstalled() {
	const wanted = lockedPackages(join(projectFolder, 'package-lock.json'));
	const record = join(modulesFolder, '.package-lock.json');
	if (!existsSync(record)) return false;
	const installed = lockedPackages(record);
	return Object.entries(wanted).every(([folder, { version, optional, peer }]) => {
		if (folder === '') return true;
		if (installed[folder] === undefined) return Boolean(optional) || Boolean(peer);
		return installed[folder].version === version;
	});
}

function lockedPackages(file) {
	return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function projectNodeWorks() {
	const { version } = lockedPackages(join(projectFolder, 'package-lock.json'))['node_modules/node'];
	return spawnSync(projectNode, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`;
}

/** Installs something with npm, which says itself how that went. */
async function install(what, npmArguments, worked = () => true) {
	console.log(`Installing ${what} …`);
	const code = await npm([...npmArguments, ...impatient]);
	if (stoppedBy !== undefined) process.exit(128 + constants.signals[stoppedBy]);
	if (code === 0 && worked()) return;
	fail(
		`Installing ${what} failed. Check the network (or npm's registry and proxy settings) and run this again.`,
	);
}

function fail(message) {
	console.error(message);
	process.exit(1);
}

/** Lets npm give up after some ten seconds instead of minutes when there is no network. */
const impatient = ['--fetch-retries=3', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

const [script, ...scriptArguments] = process.argv.slice(2);
if (script === undefined) fail('Usage: node scripts/installed.mjs <npm script> [arguments]');

if (!packagesInstalled()) await install('the packages of package-lock.json', ['ci']);
if (!projectNodeWorks()) {
	await install(
		'the Node that the project runs on',
		['rebuild', 'node', '--ignore-scripts=false'],
		projectNodeWorks,
	);
}

process.exitCode = await npm(['run', script, '--', ...scriptArguments], projectNode);

/**
 * Installs what the project needs, unless it is there: the packages of package-lock.json, and the Node that everything runs on.
 * Plain JavaScript for the Node of the machine, since nothing is installed yet.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Errors only; and npm gives up after some ten seconds instead of minutes when there is no network. */
const options = [
	'--loglevel=error',
	'--fetch-retries=3',
	'--fetch-retry-mintimeout=1000',
	'--fetch-retry-maxtimeout=5000',
];

function packagesOf(file) {
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

const wanted = packagesOf('package-lock.json');
const installed = packagesOf('node_modules/.package-lock.json');

/** Whether npm's own record of what it installed has every package that is wanted. */
function hasPackages() {
	return Object.entries(wanted).every(([folder, { version, optional, peer }]) => {
		return folder === '' || optional || peer || installed[folder]?.version === version;
	});
}

function hasNode() {
	const { stdout } = spawnSync('node_modules/node/bin/node', ['--version'], { encoding: 'utf8' });
	return stdout?.trim() === `v${wanted['node_modules/node'].version}`;
}

function install(what, npmArguments) {
	console.log(`Installing ${what} …`);
	const command = ['npm', ...npmArguments, ...options].join(' ');
	const { status } = spawnSync(command, { stdio: 'inherit', shell: true });
	if (status === 0) return;
	console.error(`Installing ${what} failed. Check the network, then run this again.`);
	process.exit(1);
}

if (!hasPackages()) install('the packages of package-lock.json', ['ci']);
if (!hasNode()) install('the Node that the project runs on', ['rebuild', 'node', '--ignore-scripts=false']);

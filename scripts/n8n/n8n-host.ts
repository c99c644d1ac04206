import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { alone } from './alone';
import { ClearProblem, stage } from './program';
import { run } from './run';
import { cacheFolder, root } from '../project-root';

const hostsFolder = join(root, 'e2e', 'n8n-host');
const variable = 'PHONE_SERVICE_N8N';

/** npm gives up after some ten seconds instead of minutes when there is no network. */
const impatiently = ['--fetch-retries=3', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

/**
 * The program, version and modules of the n8n that the lock in e2e/n8n-host/<name>/ pins, installed if it is not yet:
 * `pinned`, unless the environment variable PHONE_SERVICE_N8N names another of these folders. `npm run lock-n8n` writes
 * the locks.
 *
 * Kept in `.cache/n8n-host`, or in `$PHONE_SERVICE_CACHE/n8n-host` to share one install between clones. A folder gets
 * its name, the lock's hash and Node's major version, only when everything in it works, so a half-finished install is
 * never taken for a whole one.
 */
export async function installedN8n() {
	const name = process.env[variable] ?? 'pinned';
	const lockFolder = join(hostsFolder, name);
	if (!existsSync(lockFolder)) {
		throw new ClearProblem(
			`${variable}=${name}, but ${hostsFolder} has only: ${readdirSync(hostsFolder).join()}.`,
		);
	}
	const lock = readFileSync(join(lockFolder, 'package-lock.json'));
	const hash = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	const cache = resolve(process.env.PHONE_SERVICE_CACHE ?? cacheFolder);
	const [nodeMajor = ''] = process.versions.node.split('.');
	const folder = join(cache, 'n8n-host', `${hash}-node${nodeMajor}`);
	if (!existsSync(folder)) await alone(`${folder}.pid`, async () => await install(lockFolder, folder));
	const n8n = join(folder, 'node_modules', 'n8n');
	const { version } = JSON.parse(readFileSync(join(n8n, 'package.json'), 'utf8')) as { version: string };
	return { program: join(n8n, 'bin', 'n8n'), version, modules: readdirSync(join(n8n, 'dist', 'modules')) };
}

/** Installs into a folder beside it, so that what was downloaded is there when compiling is tried again. */
async function install(lockFolder: string, folder: string): Promise<void> {
	if (existsSync(folder)) return;
	const work = `${folder}.unfinished`;
	if (!existsSync(join(work, 'node_modules', '.package-lock.json'))) await download(lockFolder, work);
	await stage('Compiling sqlite3 for n8n, once: about a minute', async () => await compileSqlite(work));
	renameSync(work, folder);
}

async function download(lockFolder: string, work: string): Promise<void> {
	cpSync(lockFolder, work, { recursive: true });
	const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', ...impatiently];
	const problem =
		"n8n could not be downloaded. Check the network (or npm's registry and proxy settings) and run this again. npm says:";
	await stage('Downloading n8n, some 2,000 packages, once: 2 to 4 minutes', async () => {
		await run(work, 'npm', ['ci', ...options], { problem });
	});
}

/** Builds the one native module that n8n needs here. */
async function compileSqlite(work: string): Promise<void> {
	const headers = nodeHeadersFolder();
	const problem =
		"n8n's database module could not be compiled. It takes python3, make and g++ (Debian: apt-get install python3 make g++). npm says:";
	await run(work, 'npm', ['rebuild', 'sqlite3', '--ignore-scripts=false'], {
		problem,
		env: { npm_config_nodedir: headers },
	});
	await run(work, process.execPath, ['--eval', "require('sqlite3')"], { problem });
}

/**
 * A folder with Node's C++ headers, so that compiling downloads none: beside the project's Node, or the machine's.
 * sqlite3 uses Node-API, which is the same in every Node version.
 */
function nodeHeadersFolder(): string | undefined {
	const besideNode = dirname(dirname(process.execPath));
	const ofItsPackage = globSync(join(besideNode, 'node_modules', 'node-*'));
	const candidates = [besideNode, ...ofItsPackage, '/usr', '/usr/local'];
	return candidates.find((folder) => existsSync(join(folder, 'include', 'node', 'node_api.h')));
}

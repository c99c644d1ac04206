import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BackgroundProcess } from './background-process';
import { freePort } from './free-port';
import { ClearProblem } from './program';
import { temporaryFolder } from './temporary-folder';

/** Debian keeps the server programs of PostgreSQL, one folder a version, off the PATH. */
const folders = [
	...(process.env.PATH ?? '').split(delimiter),
	...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
];

/** PostgreSQL refuses to run as root: it is nobody in particular then. */
const user = process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : undefined;

/**
 * Starts what n8n's queue mode needs, Redis and PostgreSQL, for ourselves alone: on free ports of 127.0.0.1, with data
 * in temporary folders and logs in this one. Answers the environment variables that main and all workers share. Both
 * end with this process at the latest.
 */
export async function startQueueServices(logFolder: string): Promise<NodeJS.ProcessEnv> {
	const [redis, postgres] = await Promise.all([startRedis(logFolder), startPostgres(logFolder)]);
	return {
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		...redis,
		...postgres,
	};
}

/** Starts a Redis of our own, which keeps nothing, and answers the environment variables of an n8n that queues there. */
async function startRedis(logFolder: string): Promise<NodeJS.ProcessEnv> {
	const port = String(await freePort());
	const args = ['--bind', '127.0.0.1', '--port', port, '--save', '', '--appendonly', 'no'];
	await startService('redis-server', args, ownFolder('redis'), logFolder);
	return { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: port };
}

/** Starts a PostgreSQL of our own and answers the environment variables of an n8n that keeps its data there. */
async function startPostgres(logFolder: string): Promise<NodeJS.ProcessEnv> {
	const folder = ownFolder('postgres');
	const port = String(await freePort());
	const password = randomBytes(16).toString('hex');
	const passwordFile = join(folder, 'password');
	writeFileSync(passwordFile, password);
	const cluster = ['--pgdata=data', '--username=n8n', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
	execFileSync(pathOf('initdb'), [...cluster, '--encoding=UTF8', '--no-locale', '--no-sync'], {
		cwd: folder,
		stdio: 'pipe',
		...user,
	});
	const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off' };
	const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	await startService('postgres', ['-D', 'data', ...options], folder, logFolder);
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: port,
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: 'n8n',
		DB_POSTGRESDB_PASSWORD: password,
	};
}

/** Starts a server in its folder, and waits until its log says that it is ready. */
async function startService(name: string, args: string[], folder: string, logFolder: string): Promise<void> {
	const logFile = join(logFolder, `${name}.log`);
	await BackgroundProcess.started({
		name,
		program: pathOf(name),
		args,
		folder,
		env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
		logFile,
		ready: () => /ready to accept connections/i.test(readFileSync(logFile, 'utf8')),
		user,
	});
}

/** A temporary folder of the one who runs the servers. */
function ownFolder(name: string): string {
	const folder = temporaryFolder(name);
	if (user !== undefined) chownSync(folder, user.uid, user.gid);
	return folder;
}

function pathOf(program: string): string {
	const file = folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
	if (file !== undefined) return file;
	throw new ClearProblem(
		`n8n's queue mode needs Redis and PostgreSQL, and ${program} is missing. Install it (Debian: apt-get install redis-server postgresql) and run this again; the system services need not run.`,
	);
}

function idOfNobody(which: '-u' | '-g'): number {
	return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
}

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port';
import { own, startService, type ServicePlace } from './service-process';

const owner = 'n8n';

/** Starts a PostgreSQL of our own and answers the environment variables of an n8n that keeps its data there. */
export async function startPostgres(
	{ initdb, postgres }: { initdb: string; postgres: string },
	logFile: string,
): Promise<NodeJS.ProcessEnv> {
	const port = String(await freePort());
	const password = randomBytes(16).toString('hex');
	const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off' };
	await startService({
		name: 'PostgreSQL',
		program: postgres,
		prepare: (place) => [
			...['-D', newCluster(initdb, place, password)],
			...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
		],
		logFile,
		readyLine: /ready to accept connections/,
	});
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: port,
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: owner,
		DB_POSTGRESDB_PASSWORD: password,
	};
}

/** Makes the files of a PostgreSQL whose owner has this password, and answers their folder. */
function newCluster(initdb: string, place: ServicePlace, password: string): string {
	const data = join(place.folder, 'data');
	const passwordFile = join(place.folder, 'password');
	writeFileSync(passwordFile, password, { mode: 0o600 });
	own(place, passwordFile);
	const options = [`--username=${owner}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
	execFileSync(initdb, ['-D', data, ...options, '--encoding=UTF8', '--no-locale', '--no-sync'], {
		cwd: place.folder,
		stdio: 'pipe',
		...place.user,
	});
	return data;
}

import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ClearProblem } from './clear-problem';

/** The programs of Redis and PostgreSQL, each a path. */
export interface ServicePrograms {
	redisServer: string;
	initdb: string;
	postgres: string;
}

/** Debian keeps the server programs of PostgreSQL, one folder a version, off the PATH. */
const postgresFolders = '/usr/lib/postgresql/*/bin';

/** Where this machine has the programs. Throws a {@link ClearProblem} that says what to install when one is missing. */
export function servicePrograms(): ServicePrograms {
	const found = {
		redisServer: programPath('redis-server'),
		initdb: programPath('initdb'),
		postgres: programPath('postgres'),
	};
	const missing = [
		...(found.redisServer === undefined ? ['redis-server'] : []),
		...(found.initdb === undefined || found.postgres === undefined ? ['postgresql'] : []),
	];
	if (missing.length === 0) return found as ServicePrograms;
	throw new ClearProblem(
		`n8n's queue mode needs Redis and PostgreSQL, and ${missing.join(' and ')} is missing. Install it (Debian: apt-get install ${missing.join(' ')}) and run this again; the system services need not run.`,
	);
}

function programPath(name: string): string | undefined {
	const folders = [
		...(process.env.PATH ?? '').split(delimiter),
		...globSync(postgresFolders).sort().reverse(),
	];
	return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ClearProblem } from './clear-problem';

/** Debian keeps the server programs of PostgreSQL, one folder a version, off the PATH. */
const postgresFolders = '/usr/lib/postgresql/*/bin';

/** The programs of Redis and PostgreSQL, and the Debian packages that have them. */
const debianPackages = { 'redis-server': 'redis-server', initdb: 'postgresql', postgres: 'postgresql' };

type Programs = Record<keyof typeof debianPackages, string>;

/** Where this machine has the programs. Throws a {@link ClearProblem} that says what to install when one is missing. */
export function servicePrograms(): Programs {
	const found = Object.keys(debianPackages).map((name) => [name, programPath(name)] as const);
	const missing = found.filter(([, path]) => path === undefined).map(([name]) => name as keyof Programs);
	if (missing.length === 0) return Object.fromEntries(found) as Programs;
	const packages = [...new Set(missing.map((name) => debianPackages[name]))].join(' ');
	throw new ClearProblem(
		`n8n's queue mode needs Redis and PostgreSQL, and ${missing.join(' and ')} is missing. Install it (Debian: apt-get install ${packages}) and run this again; the system services need not run.`,
	);
}

function programPath(name: string): string | undefined {
	const folders = [
		...(process.env.PATH ?? '').split(delimiter),
		...globSync(postgresFolders).sort().reverse(),
	];
	return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

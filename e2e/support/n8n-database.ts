import { dirname, join } from 'node:path';
import type { SQLOutputValue } from 'node:sqlite';
import type { N8n } from '../../scripts/n8n/n8n';

// Not imported: n8n's lint also runs in a Node that has no SQLite.
const sqlite = process.getBuiltinModule('node:sqlite');

/** What n8n's database answers to a query with places for these values. */
export function fromDatabase(
	{ logFile }: Pick<N8n, 'logFile'>,
	query: string,
	...values: string[]
): Array<Record<string, SQLOutputValue>> {
	const file = join(dirname(logFile), '.n8n', 'database.sqlite');
	const database = new sqlite.DatabaseSync(file, { readOnly: true });
	try {
		return database.prepare(query).all(...values);
	} finally {
		database.close();
	}
}

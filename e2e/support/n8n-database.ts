import { dirname, join } from 'node:path';
import type { DatabaseSync, DatabaseSyncOptions, SQLOutputValue } from 'node:sqlite';
import type { N8n } from '../n8n/n8n';

// Not imported: n8n's lint also runs in a Node that has no SQLite.
const sqlite = process.getBuiltinModule('node:sqlite');

/** The database of the n8n with this user folder. */
export function openDatabase(userFolder: string, options: DatabaseSyncOptions = {}): DatabaseSync {
	return new sqlite.DatabaseSync(join(userFolder, '.n8n', 'database.sqlite'), options);
}

/** What n8n's database answers to a query with places for these values. */
export function fromDatabase(
	{ logFile }: Pick<N8n, 'logFile'>,
	query: string,
	...values: string[]
): Array<Record<string, SQLOutputValue>> {
	const database = openDatabase(dirname(logFile), { readOnly: true });
	try {
		return database.prepare(query).all(...values);
	} finally {
		database.close();
	}
}

/** What n8n's database holds for the nodes that record what they have processed: hashes, in their order. */
export function recordedValues(n8n: Pick<N8n, 'logFile'>): string[] {
	const rows = fromDatabase(n8n, 'SELECT value FROM processed_data');
	return rows.flatMap(({ value }) => (JSON.parse(String(value)) as { data: string[] }).data);
}

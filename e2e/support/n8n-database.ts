import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { N8n } from '../n8n/n8n';

/** What n8n's database answers to a query with a place for the id of a workflow. */
export function fromDatabase(
	{ logFile }: Pick<N8n, 'logFile'>,
	query: string,
	workflowId: string,
): Array<Record<string, SQLOutputValue>> {
	const database = new DatabaseSync(join(dirname(logFile), '.n8n', 'database.sqlite'), { readOnly: true });
	try {
		return database.prepare(query).all(workflowId);
	} finally {
		database.close();
	}
}

/** What n8n's database holds for the nodes of a workflow that record what they have processed: hashes, in their order. */
export function recordedValues(n8n: Pick<N8n, 'logFile'>, workflowId: string): string[] {
	const rows = fromDatabase(n8n, 'SELECT value FROM processed_data WHERE workflowId = ?', workflowId);
	return rows.flatMap(({ value }) => (JSON.parse(String(value)) as { data: string[] }).data);
}

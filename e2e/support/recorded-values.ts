import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { N8n } from '../n8n/n8n';

/** What n8n's database holds for the nodes of a workflow that record what they have processed: hashes, in their order. */
export function recordedValues({ logFile }: Pick<N8n, 'logFile'>, workflowId: string): string[] {
	const database = new DatabaseSync(join(dirname(logFile), '.n8n', 'database.sqlite'), { readOnly: true });
	try {
		const rows = database.prepare('SELECT value FROM processed_data WHERE workflowId = ?').all(workflowId);
		return rows.flatMap(({ value }) => (JSON.parse(String(value)) as { data: string[] }).data);
	} finally {
		database.close();
	}
}

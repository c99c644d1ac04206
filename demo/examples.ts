import { exampleFiles, exampleWorkflow } from '../scripts/n8n/exported-workflow';
import type { N8n } from '../scripts/n8n/n8n';
import type { CredentialReference } from '../scripts/n8n/n8n-credentials';
import { N8nDataTables } from '../scripts/n8n/n8n-data-tables';
import { textOf } from '../scripts/project-root';
import type { Simulator } from '../simulator/simulator';

/** Puts an example into n8n, unpublished, and answers its id. What an earlier start put there goes, with all that it has sent. */
export async function putExample(
	{ workflows }: N8n,
	file: string,
	credentials: CredentialReference[],
): Promise<string> {
	const example = exampleWorkflow(file);
	const earlier = (await workflows.list()).filter(({ name }) => name === example.name);
	for (const { id } of earlier) await workflows.remove(id);
	return (await workflows.import(example, credentials)).id;
}

/** Puts all examples into n8n, and the table that two of them need; answers their ids by their files. */
export async function putExamples(
	n8n: N8n,
	credentials: CredentialReference[],
): Promise<Record<string, string>> {
	const ids: Record<string, string> = {};
	for (const file of exampleFiles) ids[file] = await putExample(n8n, file, credentials);
	const tables = new N8nDataTables(n8n.rest);
	if (!(await tables.idOf('Customers'))) await tables.import('Customers', textOf('examples/customers.csv'));
	return ids;
}

/** The production URLs of the Messaging Triggers that are published. */
async function publishedTriggers({ url, workflows }: N8n): Promise<string[]> {
	const published = (await workflows.list()).filter(({ active }) => active);
	const all = await Promise.all(published.map(async ({ id }) => await workflows.get(id)));
	return all
		.flatMap(({ nodes }) => nodes)
		.filter(({ type, disabled }) => type.endsWith('.phoneServiceMessagingTrigger') && !disabled)
		.map(({ webhookId }) => `${url}/webhook/${String(webhookId)}/webhook`);
}

/** Has the simulator send its events to what is published in n8n, and to whatever else somebody entered there. */
export async function sendEventsToPublished(n8n: N8n, simulator: Simulator): Promise<void> {
	const triggers = await publishedTriggers(n8n);
	const entered = simulator.settings.webhookUrl.match(/\S+/g) ?? [];
	const others = entered.filter((url) => !url.startsWith(`${n8n.url}/webhook/`));
	simulator.set({ webhookUrl: [...others, ...triggers].join('\n') });
}

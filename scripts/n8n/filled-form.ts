import type { ExportedWorkflow } from './exported-workflow';

/** Fills in the form that starts a published workflow, as its page does: the answers in their order, a file as a `File`. */
export async function fillForm(
	{ url }: { url: string },
	{ nodes }: Pick<ExportedWorkflow, 'nodes'>,
	answers: Array<string | File>,
): Promise<void> {
	const trigger = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	const body = new FormData();
	for (const [index, answer] of answers.entries()) body.append(`field-${String(index)}`, answer);
	const { status } = await fetch(`${url}/form/${String(trigger?.webhookId)}`, { method: 'POST', body });
	if (status !== 200) throw new Error(`The form answered ${String(status)}`);
}

import axios from 'axios';
import type { Execution } from '../n8n/n8n-executions';
import type { N8n } from '../n8n/n8n';
import type { ExportedWorkflow } from '../n8n/exported-workflow';

interface FormField {
	fieldType?: string;
	fieldOptions?: { values: Array<{ option: string }> };
}

/** What a person fills in: this text in text fields, this one of the options where there is a choice. */
export interface FilledIn {
	text: string;
	choice: 'first' | 'last';
}

/** Fills in the form that an execution waits for and sends it, as the person does who got its address. */
export async function submitForm(
	n8n: N8n,
	{ nodes }: ExportedWorkflow,
	execution: Execution,
	filledIn: FilledIn,
): Promise<void> {
	const { resultData, resumeToken } = execution.data;
	const waiting = nodes.find(({ name }) => name === resultData.lastNodeExecuted);
	const { values } = waiting?.parameters.formFields as unknown as { values: FormField[] };
	const form = new FormData();
	values.forEach((field, index) => {
		form.append(`field-${String(index)}`, fieldValue(field, filledIn));
	});
	const url = `${n8n.url}/form-waiting/${execution.id}`;
	await axios.post(url, form, { params: { signature: resumeToken }, proxy: false });
}

/** The value of a field as the page of the form sends it. */
function fieldValue({ fieldType, fieldOptions }: FormField, { text, choice }: FilledIn): string {
	const options = fieldOptions?.values.map(({ option }) => option) ?? [];
	const chosen = options.at(choice === 'first' ? 0 : -1);
	if (chosen === undefined) return text;
	return fieldType === 'dropdown' ? chosen : JSON.stringify([chosen]);
}

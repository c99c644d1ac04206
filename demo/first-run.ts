import {
	executeFilter,
	type FilterValue,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';
import type { ExportedWorkflow } from '../e2e/n8n/exported-workflow';
import { demoToken } from '../simulator/accounts';
import { runWorkflow, type Finished } from '../test/support/engine';
import { addNodeType } from '../test/support/node-types';

/** Runs the function on each item, which gives the output that it leaves by and what it holds there. */
function eachItem(
	context: IExecuteFunctions,
	work: (index: number, json: IDataObject) => { output: number; json: IDataObject },
): INodeExecutionData[][] {
	const outputs: INodeExecutionData[][] = [];
	for (const [index, item] of context.getInputData().entries()) {
		const { output, json } = work(index, item.json);
		(outputs[output] ??= []).push({ json, pairedItem: { item: index } });
	}
	return Array.from(outputs, (items) => items ?? []);
}

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** The nodes of n8n in the example, as far as it needs them: n8n's engine is installed with the project, its nodes are not. */
const n8nNodes: Record<string, { parameter: string; execute: Execute }> = {
	manualTrigger: {
		parameter: 'notice',
		execute: async () => [[{ json: {} }]],
	},
	code: {
		parameter: 'jsCode',
		async execute() {
			return [new Function(String(this.getNodeParameter('jsCode', 0)))() as INodeExecutionData[]];
		},
	},
	switch: {
		parameter: 'rules',
		async execute() {
			return eachItem(this, (index, json) => {
				const { values } = this.getNodeParameter('rules', index) as unknown as {
					values: Array<{ conditions: FilterValue }>;
				};
				const met = values.findIndex(({ conditions }) => executeFilter(conditions, { itemIndex: index }));
				return { output: met === -1 ? values.length : met, json };
			});
		},
	},
	set: {
		parameter: 'assignments',
		async execute() {
			return eachItem(this, (index) => {
				const { assignments } = this.getNodeParameter('assignments', index) as {
					assignments: Array<{ name: string; value: string }>;
				};
				return { output: 0, json: Object.fromEntries(assignments.map(({ name, value }) => [name, value])) };
			});
		},
	},
};

function nodeType(name: string, { parameter, execute }: (typeof n8nNodes)[string]): INodeType {
	return {
		description: {
			displayName: name,
			name,
			group: [name === 'manualTrigger' ? 'trigger' : 'transform'],
			version: [1, 2, 3.2, 3.4],
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			properties: [{ displayName: parameter, name: parameter, type: 'json', default: '' }],
		},
		execute,
	};
}

/** Runs an example in n8n's engine, without n8n around it. */
export async function firstRun({ nodes, connections }: ExportedWorkflow, baseUrl: string): Promise<Finished> {
	for (const [name, node] of Object.entries(n8nNodes)) {
		addNodeType(`n8n-nodes-base.${name}`, nodeType(name, node));
	}
	const credentials = { phoneServiceApi: { id: '1', name: 'Phone Service simulator' } };
	const run = nodes
		.filter(({ type }) => !type.endsWith('.stickyNote'))
		.map((node) => (node.type.startsWith('n8n-nodes-base.') ? node : { ...node, credentials }));
	return await runWorkflow({ nodes: run, connections }, { accessToken: demoToken, baseUrl });
}

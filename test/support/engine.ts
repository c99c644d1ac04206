import 'reflect-metadata';
import { ExecutionLifecycleHooks, WebhookContext, WorkflowExecute } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	deepCopy,
	Workflow,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type IDataObject,
	type IExecutionContext,
	type IHttpRequestOptions,
	type INode,
	type INodeParameters,
	type IPinData,
	type IRun,
	type IRunExecutionData,
	type IWebhookData,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type NodeApiError,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { PhoneServiceApi } from '../../credentials/PhoneServiceApi.credentials';
import { nodeTypes } from './node-types';
import { node as workflowNode } from '../../scripts/n8n/workflow-nodes';
import './processed-data';

export interface WorkflowJson {
	nodes: INode[];
	connections: IConnections;
}

/** What a workflow run left behind. */
export class Finished {
	constructor(
		readonly run: IRun,
		private readonly workflow: WorkflowJson,
		private readonly credential: ICredentialDataDecryptedObject,
	) {}

	/** The items that left a node's last run, by output. */
	outputs(node = 'Node'): Array<Array<{ json: IDataObject; pairedItem?: unknown; error?: Error }>> {
		const main = this.run.data.resultData.runData[node]?.at(-1)?.data?.main ?? [];
		return main.map((items) => items ?? []) as never;
	}

	json(node = 'Node'): IDataObject[] {
		return (this.outputs(node)[0] ?? []).map(({ json }) => json);
	}

	allJson(node = 'Node'): IDataObject[] {
		const runs = this.run.data.resultData.runData[node] ?? [];
		return runs.flatMap(({ data }) => (data?.main?.[0] ?? []).map(({ json }) => json));
	}

	get error(): NodeApiError | undefined {
		return this.run.data.resultData.error as NodeApiError | undefined;
	}

	/** What is said above the output of a node's last run. */
	hints(node = 'Node'): string[] {
		return (this.run.data.resultData.runData[node]?.at(-1)?.hints ?? []).map(({ message }) => message);
	}

	/** What n8n stores of the execution before it runs; the same for every Retry. */
	get executionContext(): IExecutionContext | undefined {
		return this.run.data.executionData?.runtimeData;
	}

	/** The data of the execution as n8n reads them when it goes on with it. */
	storedData(): IRunExecutionData {
		return JSON.parse(JSON.stringify(this.run.data)) as IRunExecutionData;
	}

	/** What the execution remembers for a node. */
	context(node = 'Node'): IDataObject {
		return (this.run.data.executionData?.contextData[`node:${node}`] ?? {}) as IDataObject;
	}

	/** Goes on with the execution after it has waited, as n8n does when it has stored it. */
	async resume(from: IRunExecutionData): Promise<Finished> {
		return await runWorkflow(this.workflow, this.credential, { from });
	}

	get isWaiting(): boolean {
		return this.run.status === 'waiting' && this.run.waitTill !== undefined;
	}

	/** Retries the failed execution as the executions list does, from the data that n8n stored of it. */
	async retry(changed: WorkflowJson = this.workflow): Promise<Finished> {
		const data = this.storedData();
		const { lastNodeExecuted, runData } = data.resultData;
		delete data.resultData.error;
		if (lastNodeExecuted && runData[lastNodeExecuted]?.at(-1)?.error) runData[lastNodeExecuted].pop();
		for (const entry of data.executionData?.nodeExecutionStack ?? []) {
			entry.node = engineWorkflow(changed).getNode(entry.node.name) ?? entry.node;
		}
		return await runWorkflow(changed, this.credential, { from: data, mode: 'retry' });
	}
}

let executions = 0;

export const waiting = { url: 'http://127.0.0.1/webhook-waiting' };

/** Where n8n says that it answers. */
export const restApi = { url: '' };

/** Gives every node the same credential and authenticates as n8n does, by the credential's own function. */
function credentialsHelper(data: ICredentialDataDecryptedObject): ICredentialsHelper {
	const credential = new PhoneServiceApi();
	const helper: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		preAuthentication: async () => undefined,
		authenticate: async (credentials, _type, options) =>
			await credential.authenticate(credentials, options as IHttpRequestOptions),
		getDecrypted: async () => ({ ...data }),
		getCredentialsProperties: () => credential.properties,
	};
	return helper as ICredentialsHelper;
}

/** What n8n gives to every execution and poll besides the workflow. */
export function additionalData(
	workflow: WorkflowJson,
	credential: ICredentialDataDecryptedObject,
): IWorkflowExecuteAdditionalData {
	executions += 1;
	const id = String(executions);
	const base = { id: 'test', name: 'Test', ...workflow } as unknown as IWorkflowBase;
	return {
		credentialsHelper: credentialsHelper(credential),
		hooks: new ExecutionLifecycleHooks('trigger', id, base),
		executionId: id,
		currentNodeExecutionIndex: 0,
		restApiUrl: restApi.url,
		instanceBaseUrl: '',
		variables: {},
		logAiEvent: () => {},
		webhookWaitingBaseUrl: waiting.url,
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** The workflow as the engine knows it. */
export function engineWorkflow({ nodes, connections }: WorkflowJson): Workflow {
	return new Workflow({
		id: 'test',
		nodes: deepCopy(nodes),
		connections,
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
	});
}

/** n8n-core's context of a request for the webhook of a workflow's node, with the execution that waits for it, if one does. */
export function webhookContext(
	json: WorkflowJson,
	name: string,
	credential: ICredentialDataDecryptedObject,
	http: { httpRequest: object; httpResponse?: object },
	mode: WorkflowExecuteMode = 'webhook',
	waiting?: Finished,
): WebhookContext {
	const workflow = engineWorkflow(json);
	return new WebhookContext(
		workflow,
		workflow.getNode(name) as INode,
		{ ...additionalData(json, credential), ...http } as IWorkflowExecuteAdditionalData,
		mode,
		{ webhookDescription: { name: 'default' } } as IWebhookData,
		[],
		waiting?.storedData() ?? null,
	);
}

export interface RunOptions {
	from?: IRunExecutionData;
	/** Gets a function that stops the execution as a user does. */
	onStart?: (stop: () => void) => void;
	/** How the execution was started; a retry of an execution has the mode `retry`. */
	mode?: WorkflowExecuteMode;
	/** The node that starts it; otherwise the first one. */
	start?: string;
	/** What nodes give out instead of running. */
	pinData?: IPinData;
	/** Called when n8n stores that the execution has ended, before the nodes are told. */
	onEnd?: () => void;
}

/** Runs a workflow in n8n's own engine. */
export async function runWorkflow(
	json: WorkflowJson,
	credential: ICredentialDataDecryptedObject,
	{ from, start: starts, onStart, onEnd, pinData, mode = 'trigger' }: RunOptions = {},
): Promise<Finished> {
	const workflow = engineWorkflow(json);
	workflow.setPinData(pinData);
	const data = additionalData(json, credential);
	data.hooks?.addHandler('workflowExecuteAfter', () => onEnd?.());
	const execute = new WorkflowExecute(data, mode, from ?? createEmptyRunExecutionData());
	const start = workflow.getNode(starts ?? json.nodes[0]?.name ?? '') ?? undefined;
	const running = from
		? execute.processRunExecutionData(workflow)
		: execute.run({ workflow, startNode: start, pinData });
	onStart?.(() => running.cancel());
	return new Finished(await running, json, credential);
}

/** A node of the package for a workflow. Options may be given by name, outside of their group of the panel. */
export function node(
	name: string,
	type: string,
	parameters: INodeParameters,
	settings: Partial<INode> = {},
): INode {
	return workflowNode(name, type, parameters, { id: name, ...settings });
}

/** A node of the package for a workflow, with its credential. */
export function serviceNode(...[name, type, parameters, settings]: Parameters<typeof node>): INode {
	const credentials = { phoneServiceApi: { id: '1', name: 'Test' } };
	return node(name, type, parameters, { credentials, ...settings });
}

/** Items → the node under test → Good on its first output, Bad on its error output. */
export function workflowAround(
	type: string,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	settings: Partial<INode> = {},
): WorkflowJson {
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	return {
		nodes: [
			node('Items', 'items', { items: items as never }),
			serviceNode('Node', type, parameters, settings),
			node('Good', 'pass', {}),
			node('Bad', 'pass', {}),
		],
		connections: { Items: { main: [to('Node')] }, Node: { main: [to('Good'), to('Bad')] } },
	};
}

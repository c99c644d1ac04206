import axios, { type AxiosResponse } from 'axios';
import {
	createRunExecutionData,
	deepCopy,
	type ICredentialDataDecryptedObject,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { node, runWorkflow, webhookContext, type Finished } from './engine';
import { nodeTypes } from './node-types';
import { forgetStores } from './processed-data';
import { serve } from './serve';
import { demoWebhookSecret, signature, signatureHeader } from '../../simulator/webhook-events';

interface HostSettings {
	credential?: ICredentialDataDecryptedObject;
	/** `manual` for events that the editor listens for. */
	mode?: WorkflowExecuteMode;
}

const account = { accessToken: 'token', baseUrl: 'http://127.0.0.1:9', webhookSecret: demoWebhookSecret };

let hosts = 0;

/** Serves the Messaging Trigger's webhook as n8n does: the body is read, the node called, and its execution run. */
async function messageHost(
	parameters: INodeParameters = {},
	{ credential = account, mode = 'webhook' }: HostSettings = {},
) {
	hosts += 1;
	const trigger = node('Trigger', 'phoneServiceMessagingTrigger', parameters, {
		typeVersion: 2,
		id: `Trigger ${String(hosts)}`,
		credentials: { phoneServiceApi: { id: String(hosts), name: 'Test' } },
	});
	const workflow = { nodes: [trigger], connections: {} };
	const executions: Finished[] = [];
	let requests = 0;
	const running: Array<Promise<unknown>> = [];
	/** What n8n has stored of each execution before it runs. */
	const stored: Array<ReturnType<typeof createRunExecutionData>> = [];
	const start = (data: (typeof stored)[number], startedAs = mode) => {
		const run = runWorkflow(workflow, credential, { from: deepCopy(data), mode: startedAs });
		running.push(run.then((finished) => executions.push(finished)));
	};
	const { url, stop } = await serve(async (request, rawBody, response) => {
		const http = { httpRequest: Object.assign(request, { rawBody }), httpResponse: response };
		const context = webhookContext(workflow, 'Trigger', credential, http, mode);
		const { webhook } = host.processes[requests % host.processes.length] as INodeType;
		requests += 1;
		const { workflowData, webhookResponse } = (await webhook?.call(context)) ?? {};
		if (!workflowData) return;
		response.setHeader('Content-Type', 'application/json');
		response.end(JSON.stringify(webhookResponse));
		const entry = { node: context.getNode(), data: { main: workflowData }, source: null };
		const data = createRunExecutionData({ executionData: { nodeExecutionStack: [entry] } });
		stored.push(data);
		if (!host.isKilled) start(data);
	});
	/** Waits for all executions that have begun, and answers what left the trigger in each of them. */
	const items = async () => {
		await Promise.all(running);
		return executions.map((execution) => (execution.outputs('Trigger')[0] ?? []) as INodeExecutionData[]);
	};
	const host = {
		url,
		stop,
		executions,
		items,
		/** The code of the processes that take the requests, one after the other. */
		processes: [nodeTypes.getByNameAndVersion(trigger.type)],
		/** Whether n8n is killed right when it has stored an execution. */
		isKilled: false,
		/** Starts n8n again, and repeats the execution of an event as a Retry does: its items. */
		retry: async (event: number) => {
			await Promise.all(running);
			forgetStores();
			const before = executions.length;
			start(stored[event] as (typeof stored)[number], 'retry');
			return (await items())
				.slice(before)
				.flat()
				.map(({ json }) => json);
		},
		json: async () => (await items()).flat().map(({ json }) => json),
		post: async (
			event: unknown,
			headers?: Record<string, unknown>,
		): Promise<AxiosResponse<{ message: string }>> => {
			const body = Buffer.isBuffer(event) ? event : Buffer.from(JSON.stringify(event));
			const signed = headers ?? { [signatureHeader]: signature(body) };
			return await axios.post(url, body, {
				headers: { 'Content-Type': 'application/json', ...signed } as never,
				validateStatus: () => true,
				proxy: false,
			});
		},
	};
	return host;
}

export type MessageHost = Awaited<ReturnType<typeof messageHost>>;

/** Starts triggers for the tests of a file, and stops them after each test. */
export function useMessageHosts(): typeof messageHost {
	const started: MessageHost[] = [];
	afterEach(() => {
		for (const host of started.splice(0)) host.stop();
	});
	return async (...given) => {
		const host = await messageHost(...given);
		started.push(host);
		return host;
	};
}

import axios, { type AxiosResponse } from 'axios';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { node, runWorkflow, webhookContext, type Finished } from './engine';
import { nodeTypes } from './node-types';
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
	const running: Array<Promise<unknown>> = [];
	const { url, stop } = await serve(async (request, rawBody, response) => {
		const http = { httpRequest: Object.assign(request, { rawBody }), httpResponse: response };
		const context = webhookContext(workflow, 'Trigger', credential, http, mode);
		const { webhook } = nodeTypes.getByNameAndVersion(trigger.type);
		const { workflowData, webhookResponse } = (await webhook?.call(context)) ?? {};
		if (!workflowData) return;
		response.setHeader('Content-Type', 'application/json');
		response.end(JSON.stringify(webhookResponse));
		const entry = { node: context.getNode(), data: { main: workflowData }, source: null };
		const from = createRunExecutionData({ executionData: { nodeExecutionStack: [entry] } });
		const run = runWorkflow(workflow, credential, { from, mode });
		running.push(run.then((finished) => executions.push(finished)));
	});
	/** Waits for all executions that have begun, and answers what left the trigger in each of them. */
	const items = async () => {
		await Promise.all(running);
		return executions.map((execution) => (execution.outputs('Trigger')[0] ?? []) as INodeExecutionData[]);
	};
	return {
		url,
		stop,
		executions,
		items,
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

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import axios, { type AxiosResponse } from 'axios';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { node, runWorkflow, webhookContext, type Finished, type WorkflowJson } from './engine';
import { nodeTypes } from './node-types';
import { demoWebhookSecret, signature, signatureHeader } from '../../simulator/webhook-events';

interface HostSettings {
	credential?: ICredentialDataDecryptedObject;
	/** `manual` for events that the editor listens for. */
	mode?: WorkflowExecuteMode;
}

let hosts = 0;

/** Serves the Messaging Trigger's webhook as n8n does: the body is read, the node called, and its execution run. */
export class MessageHost {
	/** The executions that have ended, in their order. */
	readonly executions: Finished[] = [];

	private readonly running: Array<Promise<unknown>> = [];

	private readonly workflow: WorkflowJson;

	private readonly server = createServer((request, response) => {
		void this.receive(request, response);
	});

	private readonly credential: ICredentialDataDecryptedObject;

	constructor(
		parameters: INodeParameters = {},
		private readonly settings: HostSettings = {},
	) {
		hosts += 1;
		this.credential = settings.credential ?? {
			accessToken: 'token',
			baseUrl: 'http://127.0.0.1:9',
			webhookSecret: demoWebhookSecret,
		};
		const trigger = node('Trigger', 'phoneServiceMessagingTrigger', parameters, {
			typeVersion: 2,
			id: `Trigger ${String(hosts)}`,
			credentials: { phoneServiceApi: { id: String(hosts), name: 'Test' } },
		});
		this.workflow = { nodes: [trigger], connections: {} };
	}

	async start(): Promise<this> {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		return this;
	}

	stop(): void {
		this.server.closeAllConnections();
		this.server.close();
	}

	get url(): string {
		return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
	}

	/** Posts a signed event, or a body with other headers. */
	async post(event: unknown, headers?: Record<string, unknown>): Promise<AxiosResponse<{ message: string }>> {
		const body = Buffer.isBuffer(event) ? event : Buffer.from(JSON.stringify(event));
		return await axios.post(this.url, body, {
			headers: {
				'Content-Type': 'application/json',
				...(headers ?? { [signatureHeader]: signature(body) }),
			} as never,
			validateStatus: () => true,
			proxy: false,
		});
	}

	/** The JSON of the items that left the trigger, once all executions that have begun are over. */
	async json(): Promise<IDataObject[]> {
		return (await this.items()).flat().map(({ json }) => json);
	}

	/** Waits for all executions that have begun, and answers what left the trigger in each of them. */
	async items(): Promise<INodeExecutionData[][]> {
		await Promise.all(this.running);
		return this.executions.map(
			(execution) => (execution.outputs('Trigger')[0] ?? []) as INodeExecutionData[],
		);
	}

	private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const rawBody = await buffer(request);
		const http = { httpRequest: Object.assign(request, { rawBody }), httpResponse: response };
		const mode = this.settings.mode ?? 'webhook';
		const context = webhookContext(this.workflow, 'Trigger', this.credential, http, mode);
		const trigger = context.getNode();
		const type = nodeTypes.getByNameAndVersion(trigger.type);
		const { workflowData, webhookResponse } = (await type.webhook?.call(context)) ?? {};
		if (!workflowData) return;
		response.setHeader('Content-Type', 'application/json');
		response.end(JSON.stringify(webhookResponse));
		const from = createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node: trigger, data: { main: workflowData }, source: null }] },
		});
		const run = runWorkflow(this.workflow, this.credential, { from, mode });
		this.running.push(run.then((finished) => this.executions.push(finished)));
	}
}

/** Starts triggers for the tests of a file, and stops them after each test. */
export function useMessageHosts(): (
	...given: ConstructorParameters<typeof MessageHost>
) => Promise<MessageHost> {
	const hosts: MessageHost[] = [];
	afterEach(() => {
		for (const host of hosts.splice(0)) host.stop();
	});
	return async (...given) => {
		const host = new MessageHost(...given);
		hosts.push(host);
		return await host.start();
	};
}

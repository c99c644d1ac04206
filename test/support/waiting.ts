import type { IDataObject, INodeType, IWebhookResponseData } from 'n8n-workflow';

import { webhookContext, type Finished, type WorkflowJson } from './engine';
import { nodeTypes } from './node-types';
import { simulator } from './simulator-of-file';
import { credential } from './simulated';

/** A request for the link of a waiting node. */
export interface LinkRequest {
	method?: 'GET' | 'POST';
	/** The fields of the page, sent as its form sends them. */
	form?: IDataObject;
	headers?: IDataObject;
	/** Another body than that of the form. */
	body?: unknown;
	/** Another link than that in the last message. */
	link?: string;
	/** The waiting node, if its name is not Node. */
	node?: string;
}

/** What came back, and whether the execution was told to go on. */
export interface LinkAnswer {
	status: number;
	headers: Record<string, string>;
	page: string;
	goesOn?: IWebhookResponseData;
}

/** The link in the last message that the simulator got. */
export function lastLink(): string {
	const { message } = simulator().outbox.at(-1) as unknown as { message: string };
	const [link] = /https?:\/\/\S+$/.exec(message) ?? [];
	if (link === undefined) throw new Error(`No link in ${message}`);
	return link;
}

function httpRequest({ method, form, headers, body, link = lastLink() }: LinkRequest): object {
	const multipart = form && { 'content-type': 'multipart/form-data; boundary=x' };
	return {
		method: method ?? (form || body ? 'POST' : 'GET'),
		query: Object.fromEntries(new URL(link).searchParams),
		headers: { ...multipart, ...headers },
		body: body ?? (form ? { data: form, files: {} } : {}),
	};
}

function httpResponse(answer: LinkAnswer): object {
	const response = {
		status(status: number) {
			answer.status = status;
			return response;
		},
		set(headers: Record<string, string>) {
			Object.assign(answer.headers, headers);
			return response;
		},
		send(page: string) {
			answer.page = page;
		},
	};
	return response;
}

/** Asks the waiting node under test for its link, as n8n does for a request. */
export async function request(
	finished: Finished,
	workflow: WorkflowJson,
	sent: LinkRequest = {},
): Promise<LinkAnswer> {
	const answer: LinkAnswer = { status: 200, headers: {}, page: '' };
	const http = { httpRequest: httpRequest(sent), httpResponse: httpResponse(answer) };
	const context = webhookContext(workflow, sent.node ?? 'Node', credential(), http, 'trigger', finished);
	const { webhook } = nodeTypes.getByNameAndVersion(context.getNode().type) as INodeType;
	const result = (await webhook?.call(context)) ?? {};
	if (typeof result.webhookResponse === 'string') answer.page = result.webhookResponse;
	if (result.workflowData) answer.goesOn = result;
	return answer;
}

/** Goes on with a waiting execution: with what its webhook gave, or without it when its time has run out. */
export async function goOn(finished: Finished, answer?: IWebhookResponseData): Promise<Finished> {
	const from = finished.storedData();
	const entry = from.executionData?.nodeExecutionStack[0];
	if (!entry) throw new Error('The execution does not wait');
	if (answer) {
		entry.data.main = answer.workflowData ?? [];
		entry.metadata = { ...entry.metadata, forwardAllOutputs: true } as never;
	}
	return await finished.resume({}, from);
}

import type { IDataObject, INode, INodeParameters, IWebhookResponseData } from 'n8n-workflow';

import { runWorkflow, webhookContext, workflowAround, type Finished } from './engine';
import { nodeTypes } from './node-types';
import { simulator } from './simulator-of-file';
import { credential } from './simulated';

export const person = '+12025550199';

export interface LinkRequest {
	method?: 'GET' | 'POST';
	/** The fields of the page, sent as its form sends them. */
	form?: IDataObject;
	headers?: IDataObject;
	/** Another body than that of the form. */
	body?: unknown;
	/** Another link than that in the last message. */
	link?: string;
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

/** Parameters of a question with these choices. */
export function choice(...choices: string[]): INodeParameters {
	return { responseType: 'choice', choices: choices.join('\n') };
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

/** An execution that asks, and what can be done with it. */
export async function asked(
	parameters: INodeParameters = {},
	{ items, settings }: { items?: IDataObject[]; settings?: Partial<INode> } = {},
) {
	const ask = { resource: 'messaging', operation: 'sendAndWait', to: person, message: 'Deploy <b>now</b>?' };
	const options = { messagesPerSecond: 0, ...(parameters.options as object) };
	const all = { ...ask, ...parameters, options };
	const workflow = workflowAround('phoneServiceMessaging', all, items, settings);
	const finished = await runWorkflow(workflow, credential());

	/** Asks the waiting node for its link, as n8n does for a request. */
	const opened = async (sent: LinkRequest = {}): Promise<LinkAnswer> => {
		const answer: LinkAnswer = { status: 200, headers: {}, page: '' };
		const httpResponse = {
			status(status: number) {
				answer.status = status;
				return httpResponse;
			},
			set(headers: Record<string, string>) {
				Object.assign(answer.headers, headers);
				return httpResponse;
			},
			send(page: string) {
				answer.page = page;
			},
		};
		const http = { httpRequest: httpRequest(sent), httpResponse };
		const context = webhookContext(workflow, 'Node', credential(), http, 'trigger', finished);
		const { webhook } = nodeTypes.getByNameAndVersion(context.getNode().type);
		const result = (await webhook?.call(context)) ?? {};
		if (typeof result.webhookResponse === 'string') answer.page = result.webhookResponse;
		if (result.workflowData) answer.goesOn = result;
		return answer;
	};

	/** Goes on with the execution: with what its webhook gave, or without it when its time has run out. */
	const goOn = async (answer?: IWebhookResponseData): Promise<Finished> => {
		const from = finished.storedData();
		const entry = from.executionData?.nodeExecutionStack[0];
		if (!entry) throw new Error('The execution does not wait');
		if (answer) {
			entry.data.main = answer.workflowData ?? [];
			entry.metadata = { ...entry.metadata, forwardAllOutputs: true } as never;
		}
		return await finished.resume(from);
	};

	return {
		finished,
		opened,
		/** Puts another question into the execution, as another version of the node would have stored it. */
		stores: (question: IDataObject) => {
			(finished.context().waitsFor as IDataObject).question = question;
		},
		answered: async (form: IDataObject): Promise<[IDataObject[], string]> => {
			const { goesOn, page } = await opened({ form });
			if (!goesOn) throw new Error(page);
			return [(await goOn(goesOn)).json('Good'), page];
		},
		timeIsUp: async () => await goOn(),
	};
}

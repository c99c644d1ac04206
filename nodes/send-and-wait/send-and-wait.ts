import {
	SEND_AND_WAIT_OPERATION,
	WAIT_INDEFINITELY,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { phoneNumberPattern } from '../shared/contract/contract';
import { nodeRun } from '../shared/items/node-run';
import { deliverItems } from '../shared/send/run';
import { hasPublicHost } from '../shared/input/public-host';
import { replaceWaitingItems } from '../shared/n8n/n8n-inside';
import { flag, plainObject, withoutHalves } from '../shared/input/values';
import { noToolError } from '../shared/panel/tool-requests';
import type { NodeOperation, PanelOperation } from '../shared/operation/operation';
import { messageIn, type ServiceRequest } from '../shared/service/service-request';
import { toolInput } from '../shared/parameters/gaps';
import { requestOf } from '../shared/operation/request';
import { waitLimit } from '../shared/operation/wait-limit';
import { channelOf, servicesOver } from '../shared/service/channels';
import { fromField, messageField, sentMessage, toField } from '../shared/panel/message.fields';
import { howToAnswer } from './chat-answer';
import { questionOf } from './question';
import { channelField, sendAndWaitFields } from './send-and-wait.fields';
import { keepQuestion, runParameter } from './webhook';

/** Send and Wait for Response: a message with a link, and an execution that waits until somebody answers there. */
export const sendAndWait: PanelOperation = {
	id: SEND_AND_WAIT_OPERATION,
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	description: 'Ask a person by message, and wait until they answer on the page that it links to',
	fields: sendAndWaitFields,
};

/** Sending a question over its channel. */
const questionSend: NodeOperation = {
	...sendAndWait,
	...sentMessage('the channel'),
	service: 'sendImessage',
	byChannel: { field: channelField, services: servicesOver('send') },
	fields: [toField, fromField, messageField],
	ifUnknown: 'The question may or may not have been sent. Retry in the executions list asks once more.',
};

/** Whether the Messaging Trigger can read the conversation of a question, and so what is typed in it. */
function hasReadableChat(request: ServiceRequest): boolean {
	const { to = '' } = messageIn(request);
	return Boolean(channelOf(request.service)?.history) && phoneNumberPattern.test(to);
}

/** Whether an agent's tools wait for the node. */
function isReview({ type }: INode): boolean {
	return type.endsWith('HitlTool');
}

/**
 * Sends the question of the first item, then has the execution wait for its answer. A question that was not sent, or
 * perhaps not, is an error as in other operations, and nothing waits; nor does a dry run.
 */
export async function runSendAndWait(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	if (node.type.endsWith('Tool') && !isReview(node)) throw noToolError(node);
	let isSent = false;
	let limit = WAIT_INDEFINITELY;
	const run = nodeRun(this, sendAndWait);
	const { length } = run.items;
	if (length > 1) {
		run.hint(
			`Only the first of ${length} items asks its question. To ask all of them, use a Loop Over Items node.`,
		);
	}
	const name = String(isReview(node) ? run.items[0]?.json.toolCallId : run.runIndex);
	// No Retry goes on with it: the link of a question leads to the execution that sent it.
	const own = { identity: this.getExecutionId(), mode: run.source };
	const items = await deliverItems(
		{ ...run, ...own, items: run.items.slice(0, 1) },
		{
			...questionSend,
			request: (parameters) => {
				limit = waitLimit(parameters, run.timeZone);
				const question = questionOf(parameters, this.getWorkflow().name ?? 'n8n', limit.getTime());
				if (isReview(node)) question.text = withToolInput(this, question.text);
				keepQuestion(this, { question, run: name });
				const asked = requestOf(questionSend, parameters);
				const isInChat =
					flag('The option Answer in Chat', parameters.options().answerInChat) && hasReadableChat(asked);
				const link = this.getSignedResumeUrl({ [runParameter]: name });
				if (!hasPublicHost(link)) {
					run.hint(
						`The link begins with ${new URL(link).origin}, which opens only here. Set n8n's N8N_WEBHOOK_URL to the https address that people reach.`,
					);
				}
				const parts = [question.text, howToAnswer(question, isInChat), link];
				const message = withoutHalves(parts.filter(Boolean).join('\n\n'));
				return { ...asked, body: { ...asked.body, message } };
			},
			output: (data) => {
				isSent = true;
				return data;
			},
		},
	);
	if (!isSent) return [items];
	prepareToWait(this);
	await this.putExecutionToWait(limit);
	return [this.getInputData()];
}

/** A parameter of a tool as a person reads it, e.g. `Message: See you at 8`. */
function toolParameter([name, value]: [string, unknown]): string {
	const words = name.replace(/_/g, ' ').trim();
	const shown = typeof value === 'string' ? value : JSON.stringify(value);
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${shown}`;
}

/** What an object becomes inside a text. */
const objectWord = String({});

/** The text with the input of the tool where n8n's preset text has no more than the word that JavaScript has for objects. */
function withToolInput(context: IExecuteFunctions, text: string): string {
	if (!text.includes(objectWord)) return text;
	const input = plainObject(
		'Input',
		context.evaluateExpression(toolInput, 0),
		'Write the question yourself.',
	);
	const lines = Object.entries(input).map(toolParameter).join('\n');
	const presetText = /^The agent wants to run this tool: (.*)\n\nInput:\n/;
	const asked = text.replace(presetText, (_, tool: string) => `${tool.replace(/_/g, ' ')}?\n`);
	return asked.replaceAll(objectWord, () => lines).trim();
}

/**
 * Prepares what n8n keeps of this run of the node while it waits. The input says that nobody answered: it leaves the node
 * when the time runs out, and an answer replaces it. As a review of tools it says nothing else, because an agent takes a
 * `chatInput` of the input for the reviewer's words.
 */
function prepareToWait(context: IExecuteFunctions): void {
	const isOfReview = isReview(context.getNode());
	replaceWaitingItems(context, ({ json, ...item }) => ({
		...item,
		json: { ...(!isOfReview && json), data: { answered: false } },
	}));
}

import {
	SEND_AND_WAIT_OPERATION,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { deliverItems } from '../../shared/delivery/deliver-items';
import { nodeRun } from '../../shared/delivery/node-run';
import { noToolError } from '../../shared/node/tool-requests';
import type { NodeOperation, PanelOperation } from '../../shared/operation/operation';
import type { ItemParameters } from '../../shared/operation/item-parameters';
import { requestOf } from '../../shared/operation/request';
import { fromField, messageField, toField } from '../message.fields';
import { sendImessage } from '../send-imessage.operation';
import { sendWhatsapp } from '../send-whatsapp.operation';
import { questionOf } from './question';
import { channelField, sendAndWaitFields } from './send-and-wait.fields';
import { waitLimit } from './wait-limit';
import { keepQuestion, runParameter } from './waiting-question';

/** Send and Wait for Response: a message with a link, and an execution that waits until somebody answers there. */
export const sendAndWait: PanelOperation = {
	id: SEND_AND_WAIT_OPERATION,
	name: 'Send and Wait for Response',
	action: 'Send a message and wait for the response',
	description: 'Ask a person by message, and wait until they answer on the page that it links to',
	fields: sendAndWaitFields,
};

/** What sends the question of each channel. */
const channels = { imessage: sendImessage, whatsapp: sendWhatsapp };

/** Sending a question as the operation of its channel. */
function questionSend(
	operation: NodeOperation,
	text: (parameters: ItemParameters) => string,
	sent: () => void,
): NodeOperation {
	const message: NodeOperation = { ...operation, fields: [toField, fromField, messageField] };
	return {
		...message,
		request(parameters) {
			const body = { message: text(parameters) };
			const asked = requestOf(message, parameters);
			return { ...asked, body: { ...asked.body, ...body } };
		},
		output(data) {
			sent();
			return data;
		},
	};
}

/** Whether an agent calls the node itself, and not as the review of other tools. */
function isPlainTool({ type }: INode): boolean {
	return type.endsWith('Tool') && !type.endsWith('HitlTool');
}

/**
 * Sends the question of the first item, then has the execution wait for its answer. A question that was not sent, or
 * perhaps not, is an error as in other operations, and nothing waits; nor does a dry run.
 */
export async function runSendAndWait(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (isPlainTool(this.getNode())) throw noToolError(this.getNode());
	const channel = this.getNodeParameter(channelField.name, 0) as keyof typeof channels;
	let isSent = false;
	let limit: (() => Date) | undefined;
	const run = nodeRun(this, sendAndWait);
	const ask = (parameters: ItemParameters) => {
		limit = waitLimit(parameters);
		const question = questionOf(parameters, this.getWorkflow().name ?? 'n8n');
		const name = String(run.number);
		keepQuestion(this, { question, run: name });
		return `${question.text}\n\n${this.getSignedResumeUrl({ [runParameter]: name })}`;
	};
	const operation = questionSend(channels[channel], ask, () => (isSent = true));
	const items = await deliverItems({ ...run, items: run.items.slice(0, 1) }, operation);
	if (!isSent || !limit) return [items];
	markUnanswered(this);
	await this.putExecutionToWait(limit());
	return [this.getInputData()];
}

/** Has the input say that nobody answered, which is what leaves the node when the time runs out. An answer replaces it. */
function markUnanswered(context: IExecuteFunctions): void {
	const { data } = context.getExecuteData();
	data.main = (data.main ?? []).map(
		(items) => items?.map((item) => ({ ...item, json: { ...item.json, data: { answered: false } } })) ?? null,
	);
}

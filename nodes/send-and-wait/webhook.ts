import type {
	IDataObject,
	IExecuteFunctions,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { isProven } from '../shared/service/typed-answer';
import { accessToken, credentialType } from '../shared/service/service-address';
import { answeredPage, noticePage, pageHeaders, questionPage, readAnswer, type Sent } from './page';
import { answerData, storedQuestion, type Question } from './question';
import { answerIn, howToAnswer, replyTo } from './chat-answer';

/** The addresses at which a waiting node is reached: the page, and its answer. */
export const webhooks = (['GET', 'POST'] as const).map((httpMethod): IWebhookDescription => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
}));

export const waitingNodeTooltip =
	'={{ $parameter["operation"] === "sendAndWait" ? "Execution will continue when the question is answered" : "" }}';

interface WaitingQuestion {
	/** Perhaps as an earlier version stored it. */
	question: Parameters<typeof storedQuestion>[0];
	/** Which run of the node asked it; the link names it too, so that the link of an earlier one answers nothing. */
	run: string;
}

/** The part of a link that names the run of the node. */
export const runParameter = 'run';

/** Keeps a question in the execution, where the webhook finds it. */
export function keepQuestion(context: IExecuteFunctions, waiting: WaitingQuestion): void {
	context.getContext('node').waitsFor = waiting as unknown as IDataObject;
}

/** The question, by n8n's expressions: a webhook has no other way to what an execution keeps. Braces would end one. */
function keptQuestion(context: IWebhookFunctions): WaitingQuestion {
	const node = JSON.stringify(context.getNode().name).replaceAll('{', '\\u007b').replaceAll('}', '\\u007d');
	return context.evaluateExpression(`{{ $node[${node}].context.waitsFor }}`) as unknown as WaitingQuestion;
}

/** Answers with a page, and lets the execution wait on. */
function respond(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	context.getResponseObject().status(status).set(pageHeaders).send(page);
	return { noWebhookResponse: true };
}

/** What the form of a page sent. n8n parses bodies of other types too, and they could hold the same. */
function sentForm(context: IWebhookFunctions): Sent | undefined {
	const type = String(context.getHeaderData()['content-type']);
	return /^multipart\/form-data\b/i.test(type) ? (context.getBodyData().data as Sent | undefined) : undefined;
}

/** Lets the execution go on with an answer, behind what whoever gave it gets. */
function goOn(answered: string | object, data: IDataObject): IWebhookResponseData {
	return { webhookResponse: answered, workflowData: [[{ json: { data } }]] };
}

/**
 * Answers the Messaging Trigger, which hands on what the person typed: 200 where it is an answer, 422 where it is none, 403
 * where the trigger has the access token of another account. `reply` is what the person gets back.
 */
async function answerInChat(
	context: IWebhookFunctions,
	question: Question,
	given: Sent,
): Promise<IWebhookResponseData> {
	const credential = await context.getCredentials(credentialType);
	const { signature } = context.getQueryData() as Sent;
	const isTrusted = isProven(accessToken(credential.accessToken), signature, given);
	const answer = isTrusted && answerIn(question, given.typed);
	if (answer) {
		const answered = { answered: true, reply: replyTo(question, answer) };
		return goOn(answered, answerData(question, answer, given.from));
	}
	const response = context.getResponseObject().status(isTrusted ? 422 : 403);
	response.send({ answered: false, ...(isTrusted && { reply: howToAnswer(question, true) }) });
	return { noWebhookResponse: true };
}

async function answerOf(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { question: stored, run } = keptQuestion(context);
	const closed = (status: number, text: string) =>
		respond(context, status, noticePage('No longer open', text));
	if ((context.getQueryData() as Sent)[runParameter] !== run) {
		return closed(409, 'This question was answered before. A newer one has a link of its own.');
	}
	const question = storedQuestion(stored);
	if (!question) return closed(410, 'This form is of an earlier version. Tell whoever asked you.');
	// n8n looks once a minute whether the time is over.
	if (Date.now() >= (question.until ?? Infinity)) return closed(410, 'The time to answer is over.');
	if (context.getRequestObject().method !== 'POST') return respond(context, 200, questionPage(question));
	const sent = sentForm(context);
	if (!sent) return respond(context, 415, questionPage(question, 'Please answer on this page.'));
	if ('proof' in sent) return await answerInChat(context, question, sent);
	const answer = readAnswer(question, sent);
	if ('fault' in answer) return respond(context, 400, questionPage(question, answer.fault, sent));
	context.getResponseObject().set(pageHeaders);
	return goOn(answeredPage(question, answer), answerData(question, answer));
}

/**
 * Answers a request for the link of a question. Opening it shows the page, whoever does; only its form, sent by POST,
 * decides. Whatever else comes is refused, and the execution waits on: an error here would end it.
 */
export async function webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await answerOf(this);
	} catch (error) {
		this.logger.error(`The page of a question cannot be shown: ${String(error)}`);
		const text = 'Something went wrong while this question was read. It is still open: try again later.';
		return respond(this, 500, noticePage('The question cannot be shown', text));
	}
}

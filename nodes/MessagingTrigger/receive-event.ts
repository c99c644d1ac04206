import { randomUUID } from 'crypto';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
	Workflow,
} from 'n8n-workflow';

import { rowsOf } from '../shared/delivery/ledger/rows';
import { ItemParameters, RunParameters } from '../shared/operation/parameters';
import { withAttachments } from './attachment-files';
import { eventItem } from './event-item';
import { isFirstTime } from './first-time';
import {
	isWanted,
	mayAnswer,
	namedEvent,
	triggerFields,
	wantedEvents,
	wantedKeyword,
} from './message-trigger.fields';
import { nameOfMessage, withMore } from './more-messages';
import { offerToQuestion } from './open-question';
import { dropOldest, ReceivedEvents } from './received-events';
import { readEvent, type ServiceEvent } from './service-event';
import { signatureFault } from './signature';

/** What `webhook` hands on to `execute`: the item of an event, and what is unique to its request. */
interface ReceivedItem extends IDataObject {
	item: IDataObject;
	arrival: string;
	/** Why the message could not be offered to an open question. */
	unread?: string;
	/** Names of earlier messages of the person, which have answered questions. */
	answered?: string[];
}

const received = new ReceivedEvents();

function panelOf(trigger: Pick<IWebhookFunctions, 'getNode'>, read: (name: string) => unknown) {
	const run = new RunParameters(trigger.getNode().parameters, triggerFields);
	return wantedEvents(new ItemParameters(run, read));
}

/** A trigger: each one has each event once. */
function triggerName(trigger: Pick<IWebhookFunctions, 'getWorkflow' | 'getNode'>): string {
	return `${String(trigger.getWorkflow().id)} ${trigger.getNode().id}`;
}

/** Answers a request that starts nothing. */
function answer(webhook: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	const response = webhook.getResponseObject();
	response.statusCode = status;
	response.setHeader('Content-Type', 'application/json');
	response.end(JSON.stringify({ message }));
	return { noWebhookResponse: true };
}

function refuse(webhook: IWebhookFunctions, status: number, reason: string): IWebhookResponseData {
	webhook.logger.warn(`${webhook.getNode().name} refused a request: ${reason}`, {
		workflowId: webhook.getWorkflow().id,
		status,
	});
	return answer(webhook, status, reason);
}

/** The bytes of the body; n8n leaves bodies of types that it does not parse unread. */
async function rawBody(webhook: IWebhookFunctions): Promise<Buffer> {
	const request = webhook.getRequestObject();
	if (!request.rawBody && !request.readableEnded) await request.readRawBody();
	return request.rawBody ?? Buffer.alloc(0);
}

/**
 * Gives the engine for expressions back that n8n has set up for this request, some 11 MB, once all parameters are read: in
 * a burst it would stay until the execution is stored. n8n sets up none for its own Webhook node, so what comes then
 * needs none.
 */
async function releaseExpressions(webhook: IWebhookFunctions): Promise<void> {
	const { workflow } = webhook as { workflow?: { expression: Partial<Workflow['expression']> } };
	await workflow?.expression.releaseIsolate?.();
}

/** The last messages that answered a question here: those that follow them do not bring them along. */
const answers = new Set<string>();
const maxAnswers = 1_000;

function noteAnswer(item: IDataObject): void {
	answers.add(nameOfMessage(item));
	dropOldest(answers, maxAnswers);
}

/** What an event starts the workflow with; nothing for a message that answers a question, unless that is waited for. */
async function startedBy(
	webhook: IWebhookFunctions,
	panel: ReturnType<typeof wantedEvents>,
	event: ServiceEvent,
): Promise<ReceivedItem | undefined> {
	const item = eventItem(event, panel.includesWhole);
	const arrival = randomUUID();
	if (!mayAnswer(panel, event)) return { item, arrival };
	const { isAnswered, reason: unread } = await offerToQuestion(webhook, item);
	if (isAnswered) noteAnswer(item);
	const kind = isAnswered ? 'questionAnswered' : 'messageReceived';
	const isStarted = isWanted(panel, { ...event, kind });
	if (!isStarted) return undefined;
	const answered = [...answers].filter((name) => name.startsWith(`${String(item.sessionId)} `));
	const noted = { ...(unread && { unread }), ...(answered.length > 0 && { answered }) };
	return { item: { ...item, event: kind }, arrival, ...noted };
}

/**
 * One request to the webhook (public material). A signed event that the trigger waits for starts an execution, once; n8n
 * answers 200 when it is stored. Whatever else comes is answered here: 401 for a wrong signature, 400 for what is no
 * event, 413 for what is too long, 200 for an event that starts nothing.
 */
export async function receiveEvent(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const panel = panelOf(this, (name) => this.getNodeParameter(name, null));
	const body = await rawBody(this).catch(() => undefined);
	if (!body) return refuse(this, 413, 'The body is too long, or cannot be read');
	const header = this.getHeaderData()[panel.header.toLowerCase()];
	const fault = await signatureFault(this, header, body);
	if (fault) return refuse(this, 401, fault);
	const read = readEvent(body);
	if ('fault' in read) return refuse(this, 400, read.fault);
	const event = namedEvent(panel, read);
	const isOffered = mayAnswer(panel, event);
	if (!isOffered && !isWanted(panel, event))
		return answer(this, 200, 'Event received; this workflow does not wait for it');
	const isTest = this.getMode() === 'manual';
	if (!isTest) await releaseExpressions(this);
	if (!isTest && (await received.hasReceived(`${triggerName(this)} ${event.id}`, this.getResponseObject()))) {
		return answer(this, 200, 'Event received before');
	}
	const json = await startedBy(this, panel, event);
	if (isOffered && !isTest) await releaseExpressions(this);
	if (!json) return answer(this, 200, 'Event received; it starts nothing here');
	return { workflowData: [[{ json }]], webhookResponse: { message: 'Event received' } };
}

/** Whether an execution is the first one of an event, or of a message; the editor's are always. */
async function isFirst(run: IExecuteFunctions, name: string, arrival: string): Promise<boolean> {
	if (run.getMode() === 'manual') return true;
	return await isFirstTime(rowsOf(run), { trigger: triggerName(run), eventId: name, arrival });
}

/** Tells messages that bring no others: keywords that are waited for, and what has answered a question. */
function standsAlone(run: IExecuteFunctions, answered: string[]): (message: string, text: string) => boolean {
	const panel = panelOf(run, (name) => run.getNodeParameter(name, 0, null));
	return (message, text) =>
		answered.includes(message) || answers.has(message) || wantedKeyword(panel, text) !== undefined;
}

/** What the trigger does in the execution of an event: lets each event through once, with what came after it and its files. */
export async function runEvent(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const [{ json } = { json: {} }] = this.getInputData();
	const { item, arrival, unread, answered = [] } = json as ReceivedItem;
	if (!(await isFirst(this, String(item.event_id), arrival))) return [[]];
	if (unread !== undefined) {
		const message = `Answer Open Questions left this message out: ${unread}.`;
		this.addExecutionHints({ message, location: 'outputPane' });
	}
	const { downloadAttachments, waitForMore } = this.getNodeParameter('options', 0, {}) as IDataObject;
	const seconds = item.event === 'messageReceived' ? Number(waitForMore ?? 0) : 0;
	const isFirstMessage = async (message: string) => await isFirst(this, message, arrival);
	const whole =
		seconds > 0 ? await withMore(this, item, seconds, isFirstMessage, standsAlone(this, answered)) : item;
	if (!whole) return [[]];
	return [[downloadAttachments === true ? await withAttachments(this, { json: whole }) : { json: whole }]];
}

import { randomUUID } from 'crypto';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { processOf, releaseExpressions } from '../shared/n8n/n8n-inside';
import { tableOf } from '../shared/n8n/n8n-table';
import { pause } from '../shared/service/times';
import { withAttachments } from './attachment-files';
import { isWanted, mayAnswer, namedEvent, ownKeyword, panelOf, type Panel } from './message-trigger.fields';
import { withMore } from './more-messages';
import { offerToQuestion, settledNames } from './open-question';
import { isFirstTime, wasFirstTime, wasReceived } from './received-events';
import { eventItem, readEvent, type ServiceEvent } from './service-event';
import { signatureFault } from './signature';
import { tapbackIn, withReaction } from './tapback';

/** What `webhook` hands on to `execute`. */
interface ReceivedItem {
	/** The item of the event. */
	item: IDataObject;
	/** Unique to the request; stored with the execution, so that a Retry has the same. */
	arrival: string;
	/** Why the message could not be offered to an open question. */
	unread?: string;
	/** Names of earlier messages of the person, which have answered questions. */
	answered?: string[];
	/** Of a message that has answered a question: that nothing starts with it, in other processes either. */
	startsNothing?: boolean;
	/** Whether another process may have answered a question with it. */
	mayHaveAnswered?: boolean;
}

type Trigger = Pick<IWebhookFunctions, 'getWorkflow' | 'getNode'>;

/** A trigger: each one has each event once. */
function triggerName(trigger: Trigger): string {
	return `${String(trigger.getWorkflow().id)} ${trigger.getNode().id}`;
}

/** Answers a request that starts nothing; n8n's log tells of one that is refused. */
function answer(webhook: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	if (status !== 200) {
		const workflowId = webhook.getWorkflow().id;
		webhook.logger.warn(`${webhook.getNode().name} refused a request: ${message}`, { workflowId, status });
	}
	const response = webhook.getResponseObject();
	response.statusCode = status;
	response.setHeader('Content-Type', 'application/json');
	response.end(JSON.stringify({ message }));
	return { noWebhookResponse: true };
}

/** The bytes of the body; n8n leaves bodies of types that it does not parse unread. */
async function rawBody(webhook: IWebhookFunctions): Promise<Buffer> {
	const request = webhook.getRequestObject();
	if (!request.rawBody && !request.readableEnded) await request.readRawBody();
	return request.rawBody ?? Buffer.alloc(0);
}

/** Whether other processes take webhooks, too, which may get the same event. */
function isBesideOthers(webhook: IWebhookFunctions): boolean {
	const { instanceType, isMultiMain = false } = processOf(webhook);
	return instanceType === 'webhook' || isMultiMain;
}

/** What a message starts the workflow with once it was offered to an open question; nothing if it has answered one. */
async function offered(
	webhook: IWebhookFunctions,
	panel: Panel,
	event: ServiceEvent,
): Promise<IDataObject | undefined> {
	const item = eventItem(event, panel.includesWhole);
	const { as, reason: unread } = await offerToQuestion(webhook, item);
	const kind = as === 'answered' ? 'questionAnswered' : 'messageReceived';
	const startsNothing = !isWanted(panel, { ...event, kind });
	const isForOthers = as === 'answered' && isBesideOthers(webhook);
	const isHeldBack = as === 'again' && !panel.startsWhileOpen;
	if (isHeldBack || (startsNothing && !isForOthers)) return undefined;
	const answered = [...settledNames].filter((name) => name.startsWith(`${String(item.sessionId)} `));
	const mayHaveAnswered = as === 'message' && isBesideOthers(webhook);
	return { item: { ...item, event: kind }, unread, answered, startsNothing, mayHaveAnswered };
}

/**
 * One request to the webhook (public material). A signed event that the trigger waits for starts an execution, once; n8n
 * answers 200 when it is stored. Whatever else comes is answered here: 401 for a wrong signature, 400 for what is no
 * event, 413 for what is too long, 200 for an event that starts nothing.
 */
export async function receiveEvent(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const panel = panelOf(this, (name) => this.getNodeParameter(name, null));
	const body = await rawBody(this).catch(() => undefined);
	if (!body) return answer(this, 413, 'The body is too long, or cannot be read');
	const header = this.getHeaderData()[panel.header.toLowerCase()];
	const fault = await signatureFault(this, header, body);
	if (fault) return answer(this, 401, fault);
	const read = readEvent(body);
	if ('fault' in read) return answer(this, 400, read.fault);
	const event = namedEvent(panel, read);
	const isOffered = mayAnswer(panel, event);
	if (!isOffered && !isWanted(panel, event))
		return answer(this, 200, 'Event received; this workflow does not wait for it');
	await releaseExpressions(this);
	const isTest = this.getMode() === 'manual';
	if (!isTest && (await wasReceived(`${triggerName(this)} ${event.id}`, this.getResponseObject()))) {
		return answer(this, 200, 'Event received before');
	}
	const started = isOffered
		? await offered(this, panel, event)
		: { item: eventItem(event, panel.includesWhole) };
	if (isOffered) await releaseExpressions(this);
	if (!started) return answer(this, 200, 'Event received; it starts nothing here');
	return {
		workflowData: [[{ json: { ...started, arrival: randomUUID() } }]],
		webhookResponse: { message: 'Event received' },
	};
}

/** How long an execution lets that of another process go first, which has answered a question with the same message. */
const othersFirstMs = 2_000;

/** What the trigger does in the execution of an event: lets each event through once, with what came after it and its files. */
export async function runEvent(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const [{ json } = { json: {} }] = this.getInputData();
	const { item: received, arrival, unread, answered = [], ...offered } = json as unknown as ReceivedItem;
	const isTest = this.getMode() === 'manual';
	const isFirst = async (name: string) =>
		isTest || (await isFirstTime(tableOf(this), triggerName(this), name, arrival));
	const wasFirst = async (name: string) =>
		!isTest && (await wasFirstTime(tableOf(this), triggerName(this), name, arrival));
	if (offered.mayHaveAnswered) await pause(othersFirstMs, this.getExecutionCancelSignal());
	if (!(await isFirst(String(received.event_id))) || offered.startsNothing) return [[]];
	if (unread !== undefined) {
		const message = `Answer Open Questions left this message out: ${unread}.`;
		this.addExecutionHints({ message, location: 'outputPane' });
	}
	const panel = panelOf(this, (name) => this.getNodeParameter(name, 0, null));
	const standsAlone = (message: string, text: string, ours: string[]) =>
		answered.includes(message) ||
		settledNames.has(message) ||
		(ownKeyword(panel, text) ?? tapbackIn(text, ours)) !== undefined;
	const item = await withReaction(this, received);
	const waits = item.event === 'messageReceived' && !item.reaction && panel.waitSeconds > 0;
	const whole = waits
		? await withMore(this, item, panel.waitSeconds, { isFirst, wasFirst, standsAlone })
		: item;
	if (!whole) return [[]];
	return [[panel.downloads ? await withAttachments(this, whole) : { json: whole }]];
}

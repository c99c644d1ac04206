import type { IDataObject } from 'n8n-workflow';

import { askForConversation } from '../../conversation/conversation';
import type { ServiceRequest } from '../../operation/operation';
import { objects, isoTime } from '../../service/answer';
import { channelOf } from '../../service/channels';
import type { SendTime } from '../ledger/answers';
import { WorkOrder } from '../pace/work-order';
import type { Connection } from '../request/attempt';
import { shortLimitMs, type NodeRun } from './step';

/** The service may still take what left shortly before n8n was killed; n8n takes longer to start before it runs anything. */
const startMs = 5_000;

/** When the messages of a Retry's earlier tries left, where n8n was started again since: nobody knows it otherwise. */
export function timeOfEarlierTries({ mode, execution }: NodeRun): SendTime | undefined {
	const from = execution?.establishedAt ?? 0;
	const to = performance.timeOrigin;
	return mode === 'retry' && from > 0 && from < to ? { from, to: to + startMs } : undefined;
}

/** The service takes a message before its answer is over, by its own clock. */
const slackMs = 1_000;

function msOf(time: unknown): number {
	return Date.parse(isoTime(time) ?? '');
}

/** Whether a time of the service, by n8n's clock, lies in a span; a time may be of whole seconds. */
function isWithin(ms: number, skewMs: number, { from, to }: SendTime): boolean {
	const latest = ms % 1_000 === 0 ? ms + 999 : ms;
	return latest - skewMs >= from && ms - skewMs <= to + slackMs;
}

/**
 * What the service shows of a run's messages in their conversations (public material; not in the interface document), one
 * after the other. The first question that fails is the last one of the run.
 */
export function conversationHistory(ask: Connection['ask']) {
	const order = new WorkOrder();
	let hasFailed = false;
	const count = async ({ service, body }: ServiceRequest, time: SendTime) => {
		const { from, to, message, attachments } = body as IDataObject;
		if (hasFailed) return 0;
		const between = { person: String(to), number: String(from) };
		const read = await askForConversation(ask, channelOf(service), between, shortLimitMs);
		hasFailed = 'reason' in read && read.wasAsked;
		if ('reason' in read) return 0;
		const { timestamp, data } = read;
		const skewMs = msOf(timestamp) - Date.now();
		const shown = contentOf({ from, message, attachments });
		return objects(data.conversation).filter(
			(entry) => contentOf(entry) === shown && isWithin(msOf(entry.timestamp), skewMs, time),
		).length;
	};
	/**
	 * Whether a message is shown that left in a time: more often than `others`, equal ones, may be. One that is not shown may
	 * have been sent all the same.
	 */
	return async (request: ServiceRequest, time: SendTime, others: () => Promise<number>) => {
		const shown = await order.next('', async () => await count(request, time));
		return shown > 0 && shown > (await others());
	};
}

export function contentOf({ from, message, attachments }: IDataObject): string {
	return JSON.stringify([from, message ?? '', attachments ?? []]);
}

/**
 * When the messages of this process leave, to Infinity as long as they do, and what conversations show of them: of those
 * under way, and of those that ended since the oldest of them began.
 */
const windows = new Map<SendTime, string>();

export function openWindow(content: string): SendTime {
	const window = { from: Date.now(), to: Infinity };
	windows.set(window, content);
	return window;
}

/** Ends a window, and counts the equal messages that may have left in it; one that was not sent counts no more. */
export function closeWindow(window: SendTime, mayHaveLeft: boolean): void {
	const own = windows.get(window);
	const equal = [...windows].filter(([{ to }, content]) => content === own && to >= window.from);
	window.others = equal.length - 1;
	window.to = Date.now();
	if (!mayHaveLeft) windows.delete(window);
	const { from: oldest } = [...windows.keys()].find(({ to }) => to === Infinity) ?? window;
	for (const one of windows.keys()) if (one.to < oldest) windows.delete(one);
}

import type { IDataObject } from 'n8n-workflow';

import { conversationRequest } from '../../conversation/conversation';
import type { ServiceRequest } from '../../operation/operation';
import { type Answer, objects, isoTime } from '../../service/answer';
import { channelOf } from '../../service/channels';
import type { SendTime } from '../ledger/answers';
import { WorkOrder } from '../ledger/work-order';
import type { NodeRun } from './step';

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
export function conversationHistory(ask: (request: ServiceRequest) => Promise<Answer>) {
	const order = new WorkOrder();
	let hasFailed = false;
	const count = async ({ service, body }: ServiceRequest, time: SendTime) => {
		const { from, to, message, attachments } = body as IDataObject;
		const question = conversationRequest(channelOf(service), String(to), String(from));
		if ('reason' in question || hasFailed) return 0;
		const answer = await ask(question);
		hasFailed = !answer.ok;
		if (!answer.ok) return 0;
		const { timestamp, data } = answer.envelope;
		const skewMs = msOf(timestamp) - Date.now();
		const shown = contentOf({ from, message, attachments });
		return objects(data.conversation).filter(
			(entry) => contentOf(entry) === shown && isWithin(msOf(entry.timestamp), skewMs, time),
		).length;
	};
	/**
	 * Whether a message is shown that left in a time: more often than `others`, equal ones, are known. One that is not shown
	 * may have been sent all the same.
	 */
	return async (request: ServiceRequest, time: SendTime, others: () => Promise<number>) => {
		const shown = await order.next('', async () => await count(request, time));
		return shown > 0 && shown > (time.others ?? (await others()));
	};
}

export function contentOf({ from, message, attachments }: IDataObject): string {
	return JSON.stringify([from, message ?? '', attachments ?? []]);
}

/** A message of this process that leaves; `content` is what a conversation shows of it. */
export class SendWindow {
	/** Those under way, and those that ended since the oldest of them began. */
	private static readonly known = new Set<SendWindow>();

	private readonly from = Date.now();

	private to = Infinity;

	constructor(private readonly content: string) {
		SendWindow.known.add(this);
	}

	/** Ends it; one that was not sent counts no more. */
	end(mayHaveLeft: boolean): void {
		const { known } = SendWindow;
		const { from: oldest } = [...known].find(({ to }) => to === Infinity) ?? this;
		for (const one of known) if (one.to < oldest) known.delete(one);
		this.to = Date.now();
		if (!mayHaveLeft) known.delete(this);
	}

	/** When it may have left, once it has ended. */
	get time(): SendTime {
		const { from, to, content } = this;
		const others = [...SendWindow.known].filter(
			(one) => one !== this && one.content === content && one.to >= from,
		);
		return { from, to, others: others.length };
	}
}

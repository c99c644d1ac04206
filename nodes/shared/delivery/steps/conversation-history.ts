import type { IDataObject } from 'n8n-workflow';

import { serviceOperations } from '../../contract/contract';
import type { ServiceRequest } from '../../operation/operation';
import { type Answer, type ResponseEnvelope, objects, isoTime } from '../../service/answer';
import { channelOf } from '../../service/channels';
import { servicePath } from '../../service/service-address';
import type { SendTime } from '../ledger/answers';
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

const { maximum: maxMessages } = serviceOperations.getImessageHistory.values.path.limit;

function msOf(time: unknown): number {
	return Date.parse(isoTime(time) ?? '');
}

/** Whether a time of the service, by n8n's clock, lies in a span; a time may be of whole seconds. */
function isWithin(ms: number, skewMs: number, { from, to }: SendTime): boolean {
	const latest = ms % 1_000 === 0 ? ms + 999 : ms;
	return latest - skewMs >= from && ms - skewMs <= to + slackMs;
}

/**
 * What the service shows of a run's messages in their conversations (public material; not in the interface document). The
 * first question that fails is the last one of the run.
 */
export class ConversationHistory {
	private first?: Promise<Answer>;

	private hasFailed = false;

	constructor(private readonly ask: (request: ServiceRequest) => Promise<Answer>) {}

	/**
	 * Whether a message is shown that left in a time: more often than `others`, equal ones, are known. One that is not shown
	 * may have been sent all the same.
	 */
	async shows(request: ServiceRequest, time: SendTime, others: () => Promise<number>): Promise<boolean> {
		const count = await this.count(request, time);
		return count > 0 && count > (time.others ?? (await others()));
	}

	private async count({ service, body }: ServiceRequest, time: SendTime): Promise<number> {
		const { from, to, message, attachments } = body as IDataObject;
		const history = channelOf(service)?.history;
		if (!history || typeof from !== 'string' || String(to).includes('@')) return 0;
		const path = servicePath(history, { to: String(to), from, limit: String(maxMessages) });
		const envelope = await this.answerTo({ service: history, path });
		if (!envelope) return 0;
		const skewMs = msOf(envelope.timestamp) - Date.now();
		const shown = contentOf({ from, message, attachments });
		return objects(envelope.data.conversation).filter(
			(entry) => contentOf(entry) === shown && isWithin(msOf(entry.timestamp), skewMs, time),
		).length;
	}

	private async answerTo(request: ServiceRequest): Promise<ResponseEnvelope | undefined> {
		if (this.first) await this.first;
		if (this.hasFailed) return undefined;
		const asked = this.ask(request);
		this.first ??= asked;
		const answer = await asked;
		this.hasFailed ||= !answer.ok;
		return answer.ok ? answer.envelope : undefined;
	}
}

/** What tells a message of a number from others in a conversation. */
export function contentOf({ from, message, attachments }: IDataObject): string {
	return JSON.stringify([from, message ?? '', attachments ?? []]);
}

/** A message of this process that leaves; `content` is what a conversation shows of it. */
export class SendWindow {
	private static readonly underWay = new Set<SendWindow>();

	/** Those that ended since the oldest one under way began. */
	private static readonly ended = new Set<SendWindow>();

	private readonly from = Date.now();

	private to = Infinity;

	constructor(private readonly content: string) {
		SendWindow.underWay.add(this);
	}

	/** Ends it; one that was not sent counts no more. */
	end(mayHaveLeft: boolean): void {
		const { underWay, ended } = SendWindow;
		const [oldest = this] = underWay;
		for (const one of ended) {
			if (one.to >= oldest.from) break;
			ended.delete(one);
		}
		this.to = Date.now();
		underWay.delete(this);
		if (mayHaveLeft) ended.add(this);
	}

	/** When it may have left, once it has ended. */
	get time(): SendTime {
		const { from, to, content } = this;
		const others = [...SendWindow.underWay, ...SendWindow.ended].filter(
			(one) => one !== this && one.content === content && one.to >= from,
		);
		return { from, to, others: others.length };
	}
}

/** What a run would send, or has sent, and what is to be said of that. */
import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../service/service-request';
import type { DeliveryOptions } from '../options/options';
import type { RateLimit } from '../pace/rate-limiter';
import { longWaitMs, rateOf } from '../pace/rate-queues';
import { WorkOrder } from '../pace/work-order';
import type { Message } from '../record/message';
import { keyOfOtherRecipient } from '../record/record';
import { httpRequest } from '../service/http';
import { unknownBefore, type Sending, type SendRecord } from './recorded';
import type { RunContext, Settled, Step } from './step';

/** What the provider of a compatible deployment advises, so that a number stays healthy (public material). */
const advice = { recipientsOfText: 20, messagesPerNumber: 100 };

/** Counts what a run sends, and says the first thing that is not as the provider advises. */
export function sendingAdvice({ hints }: RunContext) {
	const recipients = new Set<string>();
	const recipientsOfText = new Map<string, Set<string>>();
	const ofNumber = new Map<string, number>();
	let fastTracked = 0;
	let isFast = false;
	hints.push(() => {
		const same = Math.max(0, ...[...recipientsOfText.values()].map(({ size }) => size));
		const [[number, max] = ['', 0]] = [...ofNumber].sort(([, one], [, other]) => other - one);
		const isList = recipients.size >= advice.recipientsOfText;
		const advices = [
			isList &&
				same > recipients.size / 2 &&
				`${same} of ${recipients.size} recipients got the same text. Providers advise to vary greeting, name and context: identical texts get a number restricted.`,
			max > advice.messagesPerNumber &&
				`${max} messages ${number ? 'from one number' : 'without From, perhaps from one number,'} in one run. Providers advise at most 20 new contacts a number and hour and 100 a day: see Max per Number in Options.`,
			isList &&
				isFast &&
				'Messages per Second is above 1, or 0 for no limit. Providers advise random pauses: see Pause (Seconds) in Options.',
			isList &&
				fastTracked > 0 &&
				`${fastTracked} messages went by Fast Track. Providers advise it for single messages, not for a list.`,
		];
		return advices.filter(Boolean).slice(0, 1);
	});
	/** Counts one message. */
	return ({ body }: ServiceRequest, options: DeliveryOptions) => {
		const given = body as IDataObject;
		const to = String(given.to);
		const from = String(given.from ?? '');
		const message = String(given.message ?? '');
		recipients.add(to);
		const same = recipientsOfText.get(message) ?? new Set();
		recipientsOfText.set(message, same.add(to));
		ofNumber.set(from, (ofNumber.get(from) ?? 0) + 1);
		if (given.fast_track) fastTracked += 1;
		const { pause, messagesPerSecond } = options;
		isFast ||= pause === undefined && !(messagesPerSecond > 0 && messagesPerSecond <= 1);
	};
}

type CountForAdvice = ReturnType<typeof sendingAdvice>;

/** Counts a message that the service accepted for what the run advises at its end. */
export function advised(count: CountForAdvice): Step {
	return async (item, next) => {
		const delivered = await next();
		if (delivered.ok && !delivered.status) count(item.request, item.options);
		return delivered;
	};
}

function durationWords(ms: number): string {
	const minutes = ms / 60_000;
	if (minutes < 1.5) return `${Math.round(ms / 1000)} seconds`;
	return minutes < 90 ? `${Math.round(minutes)} minutes` : `${(minutes / 60).toFixed(1)} hours`;
}

/** What a dry run says of a message: its text, and these fields. */
function checked({ body }: ServiceRequest, further: IDataObject): Settled {
	const { to, message = null } = body as IDataObject;
	return { ok: true, status: 'checked', answer: { to, message, ...further } };
}

/** Shows what a dry run would send, of a single item the whole request, and goes no further. */
export function dryRun(
	{ connection: { account }, run, hints }: RunContext,
	{ database }: SendRecord,
	count: CountForAdvice,
): Step<Sending> {
	/** What the run would send, by the keys of the rates. */
	const plan = new Map<string, { limit?: RateLimit; requests: number }>();
	let deferred = 0;
	/** The rows of keys and campaigns that the messages of the run so far would insert: they count as sent. */
	const planned = new Set<string>();
	const order = new WorkOrder();
	const look = async (message: Message) => {
		const { named, key, subject } = message;
		if (key && planned.has(key.row) && !planned.has(key.own)) throw keyOfOtherRecipient();
		const isRepeated = !subject.isAgain && named.some((row) => planned.has(row));
		const known = isRepeated ? 'accepted' : await database?.look(message);
		for (const row of key ? [...named, key.row] : named) planned.add(row);
		return known;
	};
	hints.push(() => {
		const times = [...plan.values()].map(({ limit, requests }) =>
			limit ? (requests - limit.atOnce) * limit.intervalMs : 0,
		);
		const ms = Math.max(0, ...times);
		if (ms < longWaitMs && deferred === 0) return [];
		const from = times.length === 1 ? 'one number' : `${times.length} numbers`;
		const later = `; ${deferred} messages would be left for a later run; nothing sends them automatically: use a schedule`;
		return [`Sending would take about ${durationWords(ms)} with ${from}${deferred > 0 ? later : ''}`];
	});
	return async (item, next) => {
		const { options, message } = item;
		if (!options.dryRun) return await next();
		const known = await order.nextOfAll(message.orderKeys, async () => await look(message));
		if (known === 'unknown' && !options.sendAgainIfUnknown) return unknownBefore();
		if (known === 'accepted') {
			const reason = 'Dry run: an earlier run has sent the message';
			return { ...checked(item.request, { reason }), wasEarlier: true };
		}
		const { key, limit } = rateOf(item.request, account, options);
		const { requests } = plan.get(key) ?? { requests: 0 };
		if (requests >= (options.maxPerNumber ?? Infinity)) deferred += 1;
		else {
			plan.set(key, { limit, requests: requests + 1 });
			count(item.request, options);
		}
		const { method, url } = httpRequest(item.request, account);
		const request = { method, url, body: item.request.body as IDataObject };
		const details = run.items.length === 1 && { details: { outcome: 'notSent', request } };
		return checked(item.request, { reason: 'Dry run: nothing was sent', ...details });
	};
}

import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../operation/operation';
import type { DeliveryOptions } from '../options/options';
import type { RunContext, Step } from './step';

/** What the provider of a compatible deployment advises, so that a number stays healthy (public material). */
const advice = { recipientsOfText: 20, messagesPerNumber: 100 };

/** Counts what a run sends, and says where that is not what the provider advises. */
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
		return [
			isList &&
				same > recipients.size / 2 &&
				`${same} of ${recipients.size} recipients got the same text. Providers advise to vary greeting, name and context: identical texts get a number restricted.`,
			max > advice.messagesPerNumber &&
				`${max} messages ${number ? 'from one number' : 'without From, perhaps from one number,'} in one run. Providers advise at most 20 new contacts a number and hour and 100 a day: see Campaign in Options.`,
			isList &&
				isFast &&
				'Messages per Second is above 1, or 0 for no limit. Providers advise random pauses: see Pace in Options.',
			isList &&
				fastTracked > 0 &&
				`${fastTracked} messages went by Fast Track. Providers advise it for single messages, not for a list.`,
		];
	});
	/** Counts one message, unless the user wants no advice. */
	return ({ body }: ServiceRequest, options: DeliveryOptions) => {
		if (!options.sendingAdvice) return;
		const given = body as IDataObject;
		const to = String(given.to);
		const from = String(given.from ?? '');
		const message = String(given.message ?? '');
		recipients.add(to);
		const same = recipientsOfText.get(message) ?? new Set();
		recipientsOfText.set(message, same.add(to));
		ofNumber.set(from, (ofNumber.get(from) ?? 0) + 1);
		if (given.fast_track) fastTracked += 1;
		const { secondsBetween, messagesPerSecond } = options;
		isFast ||= secondsBetween === undefined && !(messagesPerSecond > 0 && messagesPerSecond <= 1);
	};
}

export type CountForAdvice = ReturnType<typeof sendingAdvice>;

/** Counts a message that the service accepted for what the run advises at its end. */
export function advised(count: CountForAdvice): Step {
	return async (item, next) => {
		const delivered = await next();
		if (delivered.ok && !delivered.status) count(item.request, item.options);
		return delivered;
	};
}

import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../operation/operation';
import type { DeliveryOptions } from '../options/options';
import type { Step } from './step';

/** What the provider of a compatible deployment advises, so that a number stays healthy (public material). */
const advice = { recipientsOfText: 20, messagesPerNumber: 100 };

/** Counts what a run sends, and says where that is not what the provider advises. */
export class SendingAdvice {
	private readonly recipients = new Set<string>();

	private readonly recipientsOfText = new Map<string, Set<string>>();

	private readonly ofNumber = new Map<string, number>();

	private fastTracked = 0;

	private isFast = false;

	/** Counts one message, unless the user wants no advice. */
	count({ body, isFastTracked }: ServiceRequest, options: DeliveryOptions): void {
		if (!options.sendingAdvice) return;
		const given = body as IDataObject;
		const to = String(given.to);
		const from = String(given.from ?? '');
		const message = String(given.message ?? '');
		this.recipients.add(to);
		const same = this.recipientsOfText.get(message) ?? new Set();
		this.recipientsOfText.set(message, same.add(to));
		this.ofNumber.set(from, (this.ofNumber.get(from) ?? 0) + 1);
		if (isFastTracked) this.fastTracked += 1;
		const { secondsBetween, messagesPerSecond } = options;
		const isSlow = messagesPerSecond > 0 && messagesPerSecond <= 1;
		this.isFast ||= secondsBetween === undefined && !isSlow;
	}

	/** The sentences, one for each piece of advice that the run did not follow. */
	hints(): Array<string | false> {
		const same = Math.max(0, ...[...this.recipientsOfText.values()].map(({ size }) => size));
		const [[number, max] = ['', 0]] = [...this.ofNumber].sort(([, one], [, other]) => other - one);
		const isList = this.recipients.size >= advice.recipientsOfText;
		return [
			isList &&
				same > this.recipients.size / 2 &&
				`${same} of ${this.recipients.size} recipients got the same text. Providers advise to vary greeting, name and context: identical texts get a number restricted.`,
			max > advice.messagesPerNumber &&
				`${max} messages ${number ? 'from one number' : 'without From, perhaps from one number,'} in one run. Providers advise at most 20 new contacts a number and hour and 100 a day: see Campaign in Options.`,
			isList &&
				this.isFast &&
				'Messages per Second is above 1, or 0 for no limit. Providers advise random pauses: see Pace in Options.',
			isList &&
				this.fastTracked > 0 &&
				`${this.fastTracked} messages went by Fast Track. Providers advise it for single messages, not for a list.`,
		];
	}
}

/** Counts a message that the service accepted for what the run advises at its end. */
export function advised(advice: SendingAdvice): Step {
	return async (item, next) => {
		const delivered = await next();
		if (delivered.ok && !delivered.status) advice.count(item.request, item.options);
		return delivered;
	};
}

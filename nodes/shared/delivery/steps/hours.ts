import { openingAt } from '../options/sending-hours';
import { recipientIn } from './in-order';
import { asAnyRunSends } from './sender';
import type { Step } from './step';

/** Leaves a message for a later run that its recipient may not get now. */
export function withinHours(): Step {
	return async (item, next) => {
		const { hours } = item.options;
		if (!hours) return await next();
		for (;;) {
			const { isOpen, until } = openingAt(hours, Date.now());
			if (!isOpen) {
				item.request = asAnyRunSends(item);
				const send_after = new Date(until).toISOString();
				const answer = { to: recipientIn(item.request), message_id: null, send_after };
				return { ok: true, status: 'deferred', answer, reason: 'It is outside the hours of the recipient' };
			}
			item.until = until;
			const delivered = await next();
			if (delivered.ok || delivered.kind !== 'late') return delivered;
		}
	};
}

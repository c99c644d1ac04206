import { openingAt } from '../options/sending-hours';
import { asAnyRunSends } from './sender';
import { leftOut, type Step } from './step';

/** Leaves a message for a later run that its recipient may not get now. */
export function withinHours(): Step {
	return async (item, next) => {
		const { hours } = item.options;
		if (!hours) return await next();
		for (;;) {
			const { isOpen, until } = openingAt(hours, Date.now());
			if (!isOpen) {
				item.request = asAnyRunSends(item);
				return leftOut(item, 'deferred', 'Outside hours', { send_after: new Date(until).toISOString() });
			}
			item.until = until;
			const delivered = await next();
			if (delivered.ok || delivered.kind !== 'late') return delivered;
		}
	};
}

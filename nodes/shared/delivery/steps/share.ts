import { WorkOrder } from '../ledger/work-order';
import { leftOut, type Step } from './step';

/** Leaves a message for a later run once its number has sent as many in this one as the user allows. */
export function withinShare(): Step {
	const sent = new Map<string, number>();
	const order = new WorkOrder();
	return async (item, next) => {
		const { maxPerNumber } = item.options;
		if (maxPerNumber === undefined) return await next();
		const { from } = item.request.body as { from?: string };
		const number = String(from);
		return await order.next(number, async () => {
			const before = sent.get(number) ?? 0;
			if (before >= maxPerNumber) return leftOut(item, 'deferred', 'Max per number', { send_after: null });
			const delivered = await next();
			if (item.left) sent.set(number, before + 1);
			return delivered;
		});
	};
}

import type { Admitted } from '../../nodes/shared/delivery/pace/rate-limiter';
import type { RateQueue } from '../../nodes/shared/delivery/pace/rate-queues';

/** A request that the queue has admitted; throws when it is not. */
export async function admitted(queue: RateQueue, refusedMs = 600_000): Promise<Admitted> {
	const end = await queue.enter({ refusedMs });
	if (typeof end === 'string') throw new Error(`It was not admitted: ${end}`);
	return end;
}

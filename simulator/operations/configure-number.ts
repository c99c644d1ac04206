import type { Schema } from '../../nodes/shared/contract/contract';
import { ServiceError } from '../service-error';
import { leasedNumber, pathParameter, type Behaviour } from './call';

/**
 * Section 4.2. Fields of `failover` that the request leaves out keep their values; in selective mode there must
 * be at least one allowed number, and the allowed numbers must be leased ones (section 2.4).
 */
export const configureNumber: Behaviour = (call) => {
	const target = leasedNumber(call, pathParameter(call, 'number'));
	const { failover } = call.body as Schema<'ConfigureNumberRequest'>;
	if (failover) {
		const next = { ...target.failover, ...failover };
		if (next.mode === 'all') next.numbers = [];
		if (next.mode === 'selective' && next.numbers.length === 0) throw new ServiceError(400);
		if (!next.numbers.every((number) => call.state.numbers.has(number))) throw new ServiceError(403);
		target.failover = { enabled: next.enabled, mode: next.mode, numbers: [...next.numbers] };
	}
	return { number: target.lease.number, failover: target.failover };
};

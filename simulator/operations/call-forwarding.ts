import type { Schema } from '../../nodes/shared/contract/contract';
import { leasedNumber, pathParameter, type Call, type Behaviour } from './call';

function changeForwarding(call: Call, to: string | null): Schema<'CallForwardingRecord'> {
	const { lease, forwarding } = leasedNumber(call, pathParameter(call, 'number'));
	forwarding.change(to, call.state.forwardingDelayMs(lease), call.now);
	return forwarding.record(call.now);
}

/** Section 4.1. The effect of `to` on disabling is not shown: here it has none. */
export const disableCallForwarding: Behaviour = (call) => changeForwarding(call, null);

/** Public material. */
export const enableCallForwarding: Behaviour = (call) =>
	changeForwarding(call, (call.body as Schema<'EnableCallForwardingRequest'>).to);

/** Public material. */
export const getCallForwarding: Behaviour = (call) =>
	leasedNumber(call, pathParameter(call, 'number')).forwarding.record(call.now);

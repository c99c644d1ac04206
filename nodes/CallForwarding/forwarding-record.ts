import { forwardingStatusValues, phoneNumberPattern, type Schema } from '../shared/contract/contract';
import { isRecord, isTime } from '../shared/service/answer';

/** The call forwarding of a number as the service answers it (section 2.3). */
export type CallForwarding = Schema<'CallForwarding'>;

/** The call forwarding of a number, and when it was read. */
export interface Reading {
	number: string;
	record: CallForwarding;
	/** The service's own time, in ms. */
	at: number;
}

/** A record with all its fields of the right type (section 2.3), and nothing else; undefined for anything less. */
export function forwardingRecord(value: unknown): CallForwarding | undefined {
	if (!isRecord(value)) return undefined;
	const { enabled, to, status, estimated_completion } = value;
	const isWhole =
		typeof enabled === 'boolean' &&
		(to === null || (typeof to === 'string' && phoneNumberPattern.test(to))) &&
		forwardingStatusValues.some((known) => known === status) &&
		(estimated_completion === null || isTime(estimated_completion));
	return isWhole ? ({ enabled, to, status, estimated_completion } as CallForwarding) : undefined;
}

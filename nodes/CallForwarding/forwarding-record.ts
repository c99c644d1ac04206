import { phoneNumberPattern, type Schema } from '../shared/contract/contract';
import { isTime } from '../shared/service/answer';

/** The call forwarding of a number as the service answers it (section 2.3). */
export type CallForwarding = Schema<'CallForwarding'>;

/** The call forwarding of a number, and when it was read. */
export interface Reading {
	number: string;
	record: CallForwarding;
	/** The service's own time, in ms. */
	at: number;
}

/** A record of which the target is a phone number and the completion a time, and nothing else; undefined for others. */
export function forwardingRecord(record: CallForwarding): CallForwarding | undefined {
	const { enabled, to, status, estimated_completion } = record;
	const isWhole =
		(to === null || phoneNumberPattern.test(to)) &&
		(estimated_completion === null || isTime(estimated_completion));
	return isWhole ? { enabled, to, status, estimated_completion } : undefined;
}

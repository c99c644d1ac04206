import type { OperationId } from '../../nodes/shared/contract/contract';
import type { Account } from '../accounts';
import type { MessageFile } from '../files';
import { ServiceError } from '../service-error';
import type { Signal } from '../records';
import type { NumberState, SimulatorState } from '../state';

/** A request that has passed authentication and matches the document. */
export interface Call {
	state: SimulatorState;
	account: Account;
	operationId: OperationId;
	/** Milliseconds since the epoch. */
	now: number;
	/** Path parameters, decoded. */
	params: Record<string, string>;
	query: Record<string, unknown>;
	/** The JSON body; undefined where there is none. */
	body: unknown;
	/** The files at the addresses in the body. */
	files: readonly MessageFile[];
}

/** What the service does for an operation; answers its `data`. */
export type Behaviour = (call: Call) => object;

/** A parameter of the path. */
export function pathParameter(call: Call, name: string): string {
	const value = call.params[name];
	if (value === undefined) throw new ServiceError(400);
	return value;
}

/** The state of a number that the caller must lease; 403 otherwise. */
export function leasedNumber({ account, state }: Call, number: string): NumberState {
	const leased = account.numbers.includes(number) ? state.numbers.get(number) : undefined;
	if (!leased) throw new ServiceError(403);
	return leased;
}

/** Remembers what the caller did beside writing. */
export function noteSignal(
	{ state, account, now }: Call,
	signal: Pick<Signal, 'kind' | 'channel' | 'to' | 'from' | 'action'> & Partial<Signal>,
): void {
	state.signals.push({ account: account.name, at: now, reaction: null, on: null, ...signal });
}

/** Stops a call that must wait with 429 and whole seconds in `Retry-After` (own choice). */
export function requireNoWait(secondsToWait: number): void {
	if (secondsToWait > 0) throw new ServiceError(429, { retryAfter: Math.ceil(secondsToWait) });
}

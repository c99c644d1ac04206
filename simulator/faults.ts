import { Type, type Static, type TProperties } from '@sinclair/typebox';
import { serviceOperations, type OperationId } from '../nodes/shared/contract/contract';
import { errorAnswer, type Reaction } from './reaction';

/** What a request is about, and which requests a fault strikes: what is left out matches everything. */
const target = Type.Object(
	{
		operationId: Type.Optional(Type.Unsafe<OperationId | null>({ enum: Object.keys(serviceOperations) })),
		/** The number in the path; a fault's may also be the recipient. */
		number: Type.Optional(Type.String()),
		/** The recipient of a send, or the address of an iMessage or FaceTime check. */
		recipient: Type.Optional(Type.String()),
	},
	{ additionalProperties: false },
);

export type FaultTarget = Static<typeof target>;

function fault<Kind extends string, Fields extends TProperties>(kind: Kind, fields: Fields) {
	const match = Type.Optional(target);
	const times = Type.Optional(Type.Integer({ minimum: 0 }));
	const properties = { kind: Type.Literal(kind), match, times, ...fields };
	return Type.Object(properties, { additionalProperties: false });
}

const processed = Type.Optional(Type.Boolean());

/**
 * A fault to add: whom it strikes, how often (default 1; 0 means always) and how. `resetAfter`, `malformed` and `html`
 * strike after the request was processed, `resetBefore` and `redirect` before; `status` and `timeout` before, unless
 * `processed` says so.
 */
export const faultOrder = Type.Union([
	fault('latency', { ms: Type.Integer({ minimum: 0 }) }),
	fault('status', {
		status: Type.Integer({ minimum: 300, maximum: 599 }),
		/** Seconds or an HTTP date. */
		retryAfter: Type.Optional(Type.Union([Type.Number(), Type.String()])),
		processed,
	}),
	fault('resetBefore', {}),
	fault('resetAfter', {}),
	fault('timeout', { processed }),
	fault('malformed', {}),
	fault('html', {}),
	fault('redirect', {
		status: Type.Integer({ minimum: 300, maximum: 399 }),
		location: Type.String({ minLength: 1 }),
	}),
]);

export type FaultOrder = Static<typeof faultOrder>;

type WithoutTarget<Order> = Order extends FaultOrder ? Omit<Order, 'match' | 'times'> : never;

/** What goes wrong with a request. */
export type FaultEffect = WithoutTarget<FaultOrder>;

/** A fault that is not a mere delay. */
export type BreakingEffect = Exclude<FaultEffect, { kind: 'latency' }>;

/** A fault in force. */
export interface Fault {
	match: FaultTarget;
	/** Requests that it will still strike; Infinity, which is null in JSON, means all. */
	left: number;
	/** Requests that it has struck. */
	struck: number;
	effect: FaultEffect;
}

function matches(match: FaultTarget, target: FaultTarget): boolean {
	return (
		(match.operationId === undefined || match.operationId === target.operationId) &&
		(match.number === undefined || match.number === target.number || match.number === target.recipient) &&
		(match.recipient === undefined || match.recipient === target.recipient)
	);
}

/** The fault that an order asks for. */
export function orderedFault({ match = {}, times = 1, ...effect }: FaultOrder): Fault {
	return { match, left: times === 0 ? Infinity : times, struck: 0, effect };
}

/** Uses the faults that strike a request: every delay (ms, summed up) and the first breaking one. */
export function takeFaults(
	faults: readonly Fault[],
	target: FaultTarget,
): { latencyMs: number; effect?: BreakingEffect } {
	let latencyMs = 0;
	let effect: BreakingEffect | undefined;
	for (const fault of faults) {
		if (fault.left === 0 || !matches(fault.match, target)) continue;
		if (fault.effect.kind === 'latency') latencyMs += fault.effect.ms;
		else if (effect) continue;
		else effect = fault.effect;
		fault.struck += 1;
		fault.left -= 1;
	}
	return { latencyMs, effect };
}

const afterProcessing: ReadonlyArray<FaultEffect['kind']> = ['resetAfter', 'malformed', 'html'];

/** Whether the service does its work before the effect shows. */
export function isProcessed(effect: BreakingEffect): boolean {
	return afterProcessing.includes(effect.kind) || ('processed' in effect && effect.processed === true);
}

const htmlPage =
	'<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to continue</h1></body></html>';

function answer(status: number, headers: Record<string, string>, body = ''): Reaction {
	return { kind: 'answer', status, headers, body };
}

/**
 * What the caller gets when an effect strikes; undefined means no answer at all. The processed answer is there
 * when the effect strikes after processing.
 */
export function brokenReaction(effect: BreakingEffect, processed?: Reaction): Reaction | undefined {
	switch (effect.kind) {
		case 'status':
			return errorAnswer(effect.status, effect);
		case 'redirect':
			return answer(effect.status, { location: effect.location });
		case 'timeout':
			return undefined;
		case 'html':
			return answer(200, { 'content-type': 'text/html; charset=utf-8' }, htmlPage);
		case 'malformed':
			return truncated(processed);
		default:
			return { kind: 'reset' };
	}
}

function truncated(reaction: Reaction | undefined): Reaction | undefined {
	if (reaction?.kind !== 'answer') return reaction;
	const { body } = reaction;
	return { ...reaction, body: body.slice(0, Math.floor(body.length * 0.6)) };
}

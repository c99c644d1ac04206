import type { OperationId } from '../nodes/shared/contract/contract';
import { serviceOperations } from '../nodes/shared/contract/contract';
import { errorAnswer, type Reaction } from './reaction';

/**
 * What goes wrong with a request. `resetAfter`, `malformed` and `html` strike after the request
 * was processed, `resetBefore` and `redirect` before; `status` and `timeout` before, unless `processed` says so.
 */
export type FaultEffect =
	| { kind: 'latency'; ms: number }
	| {
			kind: 'status';
			status: number;
			/** Seconds or an HTTP date. */
			retryAfter?: number | string;
			processed?: boolean;
	  }
	| { kind: 'resetBefore' }
	| { kind: 'resetAfter' }
	| { kind: 'timeout'; processed?: boolean }
	| { kind: 'malformed' }
	| { kind: 'html' }
	| { kind: 'redirect'; status: number; location: string };

/** A fault that is not a mere delay. */
export type BreakingEffect = Exclude<FaultEffect, { kind: 'latency' }>;

/** What a request is about, and which requests a fault strikes: what is left out matches everything. */
export interface FaultTarget {
	operationId?: OperationId | null;
	/** The number in the path; a fault's may also be the recipient. */
	number?: string;
	/** The recipient of a send, or the address of an iMessage or FaceTime check. */
	recipient?: string;
}

/** A fault to add: whom it strikes, how often (default 1; 0 means always) and how. */
export type FaultOrder = FaultEffect & { match?: FaultTarget; times?: number };

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
export function brokenReaction(
	effect: BreakingEffect,
	operationId: OperationId | null,
	processed?: Reaction,
): Reaction | undefined {
	switch (effect.kind) {
		case 'status':
			return errorAnswer(operationId, effect.status, effect);
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

/** What an order of a kind cannot lack. */
const needed: Partial<Record<FaultEffect['kind'], string[]>> = {
	latency: ['ms'],
	status: ['status'],
	redirect: ['status', 'location'],
};

/** JSON schema of a fault order, for the admin address. */
export const faultOrderSchema = {
	type: 'object',
	additionalProperties: false,
	required: ['kind'],
	properties: {
		kind: {
			enum: ['latency', 'status', 'resetBefore', 'resetAfter', 'timeout', 'malformed', 'html', 'redirect'],
		},
		times: { type: 'integer', minimum: 0 },
		match: {
			type: 'object',
			additionalProperties: false,
			properties: {
				operationId: { enum: Object.keys(serviceOperations) },
				number: { type: 'string' },
				recipient: { type: 'string' },
			},
		},
		ms: { type: 'integer', minimum: 0 },
		status: { type: 'integer', minimum: 300, maximum: 599 },
		retryAfter: { type: ['number', 'string'] },
		processed: { type: 'boolean' },
		location: { type: 'string', minLength: 1 },
	},
	allOf: Object.entries(needed).map(([kind, required]) => ({
		if: { type: 'object', properties: { kind: { const: kind } } },
		then: { type: 'object', required },
	})),
};

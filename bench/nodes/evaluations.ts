import { writeFileSync } from 'node:fs';

import type { Frame } from '../owners';

type Evaluate = (this: unknown, value: unknown, ...rest: unknown[]) => unknown;

const counted = new Map<string, number>();

/**
 * Counts from now on who has n8n evaluate which expression: the expression and the call stack (innermost function
 * first), with the number of times, written to the file that `BENCH_EVALUATIONS` names when the process ends.
 */
export function countEvaluations(file: string): void {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- n8n's own copy, found when n8n runs this
	const { Expression } = require('n8n-workflow') as { Expression: { prototype: object } };
	const prototype = Expression.prototype as { resolveSimpleParameterValue: Evaluate };
	const evaluate = prototype.resolveSimpleParameterValue;
	prototype.resolveSimpleParameterValue = function (value, ...rest) {
		if (typeof value === 'string' && value.startsWith('=')) note(value, stack());
		return evaluate.call(this, value, ...rest);
	};
	process.on('exit', () => {
		writeFileSync(file, JSON.stringify([...counted]));
	});
}

function note(expression: string, frames: Frame[]): void {
	const key = JSON.stringify([expression, frames]);
	counted.set(key, (counted.get(key) ?? 0) + 1);
}

/** The call stack with the files that run, not those that n8n's source maps name. */
function stack(): Frame[] {
	const { prepareStackTrace, stackTraceLimit } = Error;
	Error.stackTraceLimit = 40;
	Error.prepareStackTrace = (_, sites) =>
		sites.map((site): Frame => ({ name: site.getFunctionName() ?? '', file: site.getFileName() ?? '' }));
	const frames = new Error().stack as unknown as Frame[];
	Object.assign(Error, { prepareStackTrace, stackTraceLimit });
	return frames;
}

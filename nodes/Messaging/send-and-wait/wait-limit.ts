import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { numberIn, oneOf, plainObject } from '../../shared/input/values';
import { InvalidInput, quoted } from '../../shared/input/invalid-input';
import type { ItemParameters } from '../../shared/operation/parameters';

const field = 'The option Limit Wait Time';
const remedy = 'Set the limit in the panel, or remove the option to wait without a limit.';

/** Milliseconds of the units in which a limit may be given. */
const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };
const units = Object.keys(unitMs) as Array<keyof typeof unitMs>;
const longestAmount = 100_000;

function atTime(value: unknown): () => Date {
	const time = new Date(String(value));
	if (Number.isNaN(time.getTime()))
		throw new InvalidInput(`${field} is not a time: ${quoted(value)}`, remedy);
	if (time.getTime() <= Date.now()) {
		throw new InvalidInput(
			`${field} is over already: ${quoted(value)}`,
			'Give a later time; nobody could answer before it.',
		);
	}
	return () => time;
}

/** Until when an item waits for its answer, counted from the call. InvalidInput for a limit that leaves no time. */
export function waitLimit(parameters: ItemParameters): () => Date {
	const { limitWaitTime } = parameters.options();
	const { values } = plainObject(field, limitWaitTime, remedy);
	if (values === undefined) return () => WAIT_INDEFINITELY;
	const limit = plainObject(field, values, remedy);
	if (limit.limitType === 'atSpecifiedTime') return atTime(limit.maxDateAndTime);
	const unit = oneOf(field, limit.resumeUnit ?? 'minutes', units);
	const range = { min: 0, max: longestAmount, isWhole: false };
	const amount = numberIn(field, limit.resumeAmount ?? 45, range, 'remove the option');
	if (amount === 0) throw new InvalidInput(`${field} is 0: nobody could answer`, remedy);
	return () => new Date(Date.now() + amount * unitMs[unit]);
}

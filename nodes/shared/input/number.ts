import { InvalidInput, quoted } from './invalid-input';

/** Which numbers a field takes. */
export interface NumberRange {
	min: number;
	/** None when there is no greatest. */
	max?: number;
	isWhole: boolean;
}

/** What a number or a numeral stands for; NaN for anything else, such as '' or a list. */
function numberOf(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && /^\s*[0-9]+(\.[0-9]+)?\s*$/.test(value) ? Number(value) : NaN;
}

/** The number in a range that a value stands for. InvalidInput that names `field`, and `instead`, if there is something, in its description. */
export function numberIn(
	field: string,
	value: unknown,
	{ min, max, isWhole }: NumberRange,
	instead?: string,
): number {
	const number = numberOf(value);
	const isKind = isWhole ? Number.isInteger(number) : !Number.isNaN(number);
	if (isKind && number >= min && number <= (max ?? Infinity)) return number;
	const kind = isWhole ? 'whole number' : 'number';
	const range = max === undefined ? `not below ${min}` : `from ${min} to ${max}`;
	throw new InvalidInput(
		`${field} is ${quoted(value)}`,
		`Give a ${kind} ${range}${instead === undefined ? '' : `, or ${instead}`}.`,
	);
}

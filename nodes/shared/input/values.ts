import { attachmentUrls, label, phoneNumber, phoneNumberOrEmail, phoneNumbers } from './addresses';
import { InvalidInput, quote } from './invalid-input';
import { hasVisible } from './names';

/** Where something stands in a value: [] for the value itself, otherwise names and positions. */
export type Path = Array<string | number>;

export function at(value: unknown, path: Path): unknown {
	let inner = value;
	for (const step of path) inner = (inner as Record<string | number, unknown> | null | undefined)?.[step];
	return inner;
}

/** The value as a text, '' when there is none. InvalidInput that names `field` for anything but a text or number. */
export function textValue(field: string, value: unknown): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return String(value);
	const isDate = typeof at(value, ['toJSON']) === 'function';
	throw new InvalidInput(
		`${field} is not a text: ${quote(value)}`,
		isDate
			? "Write the date as text, e.g. {{ $now.toFormat('d MMMM') }}."
			: 'If an expression gives the value, pick the field that holds the text.',
	);
}

/** The value of a switch, off when nobody touched it. InvalidInput for anything but true and false, TRUE and FALSE. */
export function flag(field: string, value: unknown): boolean {
	const given = typeof value === 'string' ? value.trim().toLowerCase() : (value ?? false);
	if (given === true || given === 'true') return true;
	if (given === false || given === 'false') return false;
	throw new InvalidInput(`${field} is neither true nor false: ${quote(value)}`, 'Give true or false.');
}

/** The value, if it is one of `allowed`; InvalidInput that names `field` and lists what it may be otherwise. */
export function oneOf<Value extends string>(field: string, value: unknown, allowed: readonly Value[]): Value {
	const found = allowed.find((candidate) => candidate === value);
	if (found !== undefined) return found;
	throw new InvalidInput(
		`${field} is ${quote(value)}, which is none of its values`,
		`Use one of: ${allowed.join(', ')}.`,
	);
}

/** What a number or a numeral stands for; NaN for anything else, such as '' or a list. */
function numberOf(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && /^\s*[0-9]+(\.[0-9]+)?\s*$/.test(value) ? Number(value) : NaN;
}

/** The number in a range that a value stands for. InvalidInput that names `field`, and what to do `instead`. */
export function numberIn(
	field: string,
	value: unknown,
	{ min, max, isWhole }: { min: number; max?: number; isWhole: boolean },
	instead?: string,
): number {
	const number = numberOf(value);
	const isKind = isWhole ? Number.isInteger(number) : !Number.isNaN(number);
	if (isKind && number >= min && number <= (max ?? Infinity)) return number;
	const kind = isWhole ? 'whole number' : 'number';
	const range = max === undefined ? `not below ${min}` : `from ${min} to ${max}`;
	throw new InvalidInput(
		`${field} is ${quote(value)}`,
		`Give a ${kind} ${range}${instead === undefined ? '' : `, or ${instead}`}.`,
	);
}

/** The texts in a list, or in a text that `separator` cuts, without empty ones. InvalidInput for anything else. */
export function textList(field: string, value: unknown, separator = /[,;|\n]/): string[] {
	if (value === undefined || value === null) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => textList(field, entry, separator));
	if (typeof value === 'string' || typeof value === 'number') {
		return String(value)
			.split(separator)
			.map((text) => text.trim())
			.filter((text) => text !== '');
	}
	throw new InvalidInput(
		`${field} holds something that is not text: ${quote(value)}`,
		'Give a list of texts, or one text with commas between the entries.',
	);
}

/** Whether a value is an object of names and values: no date, map or list. */
export function isPlain(value: unknown): value is Record<string, unknown> {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The value, if it is an object of names and values; {} when there is none. InvalidInput for a date, map or list. */
export function plainObject(field: string, value: unknown, remedy: string): Record<string, unknown> {
	if (value === null || value === undefined) return {};
	if (isPlain(value)) return value;
	throw new InvalidInput(`${field} is not a JSON object: ${quote(value)}`, remedy);
}

/** What a value of a request must look like, as the contract has it. */
export interface ValueSchema {
	kind: keyof typeof rules;
	required?: boolean;
	values?: readonly string[];
	/** Of a label: some that the service knows. */
	examples?: readonly string[];
	minimum?: number;
	maximum?: number;
	maxItems?: number;
	/** Of addresses: how many bytes their files may have together. */
	maxBytes?: number;
	/** Names of the flags that have to be on as well. */
	requires?: readonly string[];
}

type Rule = (field: string, value: unknown, schema: ValueSchema) => unknown;

function ofText(rule: (field: string, text: string, schema: ValueSchema) => string): Rule {
	return (field, value, schema) => {
		const text = textValue(field, value);
		return text === '' && !schema.required ? undefined : rule(field, text, schema);
	};
}

function ofList(
	rule: (field: string, list: string[], schema: ValueSchema) => string[],
	separator?: RegExp,
): Rule {
	return (field, value, schema) => {
		const list = textList(field, value, separator);
		if (list.length > 0) return rule(field, list, schema);
		if (!schema.required) return undefined;
		const { values } = schema;
		throw new InvalidInput(
			`${field} is empty`,
			values ? `Choose at least one of: ${values.join(', ')}.` : 'Add at least one.',
		);
	};
}

/** A text without halves of characters, as an expression leaves them that cuts an emoji. */
export function withoutHalves(text: string): string {
	return text.replace(/\p{Cs}/gu, '');
}

function filledText(field: string, given: string): string {
	const text = withoutHalves(given);
	if (hasVisible(text)) return text;
	throw new InvalidInput(
		`${field} ${text === '' ? 'is empty' : 'has no visible character'}`,
		'The service requires it: fill it in.',
	);
}

/** A comma or semicolon inside an address does not cut it. */
const betweenUrls = /\n|(?<![\s,;|])[\s,;|]+(?=[a-z][a-z0-9+.-]*:\/\/)/i;

const rules = {
	text: ofText(filledText),
	label: ofText((field, text, { examples }) => label(field, text, examples)),
	integer: (field, value, { minimum: min = 0, maximum: max }) =>
		numberIn(field, value, { min, max, isWhole: true }),
	flag: (field, value) => flag(field, value) || undefined,
	phoneNumber: ofText(phoneNumber),
	phoneNumbers: ofList(phoneNumbers),
	phoneNumberOrEmailAddress: ofText(phoneNumberOrEmail),
	choice: ofText((field, text, { values = [] }) => oneOf(field, text, values)),
	choices: ofList((field, list, { values = [] }) => [
		...new Set(list.map((entry) => oneOf(field, entry, values))),
	]),
	attachmentUrls: ofList((field, list, { maxItems }) => attachmentUrls(field, list, maxItems), betweenUrls),
} satisfies Record<string, Rule>;

/** The value of a field as the service takes it; undefined when there is none. InvalidInput that names `field`. */
export function requestValue(field: string, value: unknown, schema: ValueSchema): unknown {
	return rules[schema.kind](field, value, schema);
}

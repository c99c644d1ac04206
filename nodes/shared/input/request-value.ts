import { phoneNumberOrEmail } from './address';
import { attachmentUrls } from './attachments';
import { oneOf } from './choice';
import { flag } from './flag';
import { InvalidInput } from './invalid-input';
import { label } from './label';
import { textList } from './list';
import { locatedEntries } from './located';
import { numberIn } from './number';
import { phoneNumber, phoneNumbers } from './phone-number';
import { textValue } from './text';

/** What a value of a request must look like, as the contract has it. */
export interface ValueSchema {
	/** By which its rule is found below. */
	kind: string;
	required?: boolean;
	/** Of a choice: what it may be. */
	values?: readonly string[];
	/** Of a label: some that the service knows. */
	examples?: readonly string[];
	/** Of a whole number. */
	minimum?: number;
	maximum?: number;
	/** Of a list. */
	maxItems?: number;
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
		const list = textList(field, locatedEntries(value), separator);
		if (list.length > 0) return rule(field, list, schema);
		if (!schema.required) return undefined;
		const { values } = schema;
		throw new InvalidInput(
			`${field} is empty`,
			values ? `Choose at least one of: ${values.join(', ')}.` : 'Add at least one.',
		);
	};
}

function filledText(field: string, text: string): string {
	if (text !== '') return text;
	throw new InvalidInput(`${field} is empty`, 'The service requires it: fill it in.');
}

/** A comma inside an address does not cut it. */
const betweenUrls = /\n|,(?=\s*[a-z][a-z0-9+.-]*:)/i;

const rules: Record<string, Rule> = {
	text: ofText(filledText),
	label: ofText((field, text, { examples }) => label(field, text, examples)),
	integer: (field, value, { minimum: min = 0, maximum: max }) =>
		numberIn(field, value, { min, max, isWhole: true }),
	flag: (field, value) => flag(field, value) || undefined,
	phoneNumber: ofText(phoneNumber),
	phoneNumbers: ofList((field, list) => [...new Set(phoneNumbers(field, list))]),
	phoneNumberOrEmailAddress: ofText(phoneNumberOrEmail),
	choice: ofText((field, text, { values = [] }) => oneOf(field, text, values)),
	choices: ofList((field, list, { values = [] }) => list.map((entry) => oneOf(field, entry, values))),
	attachmentUrls: ofList((field, list, { maxItems }) => attachmentUrls(field, list, maxItems), betweenUrls),
};

/** Whether values of a kind have a rule. */
export function hasRule({ kind }: ValueSchema): boolean {
	return kind in rules;
}

/**
 * The value of a field as the service takes it; undefined when it was left empty, or is a switch that is off. InvalidInput
 * that names `field` for a value that breaks the rule of its kind.
 */
export function requestValue(field: string, value: unknown, schema: ValueSchema): unknown {
	const rule = rules[schema.kind];
	if (!rule) throw new Error(`No rule for a value of the kind ${schema.kind}`);
	return rule(field, value, schema);
}

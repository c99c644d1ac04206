import { emailAddressMaxLength } from '../shared/contract/contract';
import { InvalidInput, quote } from '../shared/input/invalid-input';
import { oneOf, plainObject, textValue } from '../shared/input/values';

/** A type of field: n8n's name for it, whether its options are chosen, and else what a text in it has to be. */
interface FieldKind {
	name: string;
	hasOptions?: true;
	format?: { isOne(text: string): boolean; fault: string };
}

function isDate(text: string): boolean {
	return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true;
}

function isEmail(text: string): boolean {
	return text.length <= emailAddressMaxLength && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

function isNumber(text: string): boolean {
	return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) && Number.isFinite(Number(text));
}

/** The types of n8n's form fields that a question may have, by their values. */
export const fieldKinds = {
	checkbox: { name: 'Checkboxes', hasOptions: true },
	date: { name: 'Date', format: { isOne: isDate, fault: 'is not a date' } },
	dropdown: { name: 'Dropdown', hasOptions: true },
	email: { name: 'Email', format: { isOne: isEmail, fault: 'is not an email address' } },
	number: { name: 'Number', format: { isOne: isNumber, fault: 'is not a number' } },
	password: { name: 'Password' },
	radio: { name: 'Radio Buttons', hasOptions: true },
	text: { name: 'Text Input' },
	textarea: { name: 'Textarea' },
} satisfies Record<string, FieldKind>;

type FieldType = keyof typeof fieldKinds;

function kindOf(type: FieldType): FieldKind {
	return fieldKinds[type];
}

const fieldTypes = Object.keys(fieldKinds) as FieldType[];

export const typesWithOptions = fieldTypes.filter((type) => kindOf(type).hasOptions);

/** A field of the page that asks. */
export interface FormField {
	/** What stands above it. */
	label: string;
	/** The name of its value in the output. */
	name: string;
	type: FieldType;
	isRequired: boolean;
	/** What may be chosen; empty for a type without a choice. */
	options: string[];
	preset: string;
}

/** What was entered in a field; null for nothing. */
export type FieldValue = string | string[] | number | null;

/** Characters that a text may have. */
export const longestText = 10_000;

/** A text field. */
export function textField(label: string, name: string, isRequired: boolean): FormField {
	return { label, name, type: 'textarea', isRequired, options: [], preset: '' };
}

/** Names that the answer has itself, or that would change the object that holds it. */
const reservedNames = ['respondedAt', 'respondedIn', 'responder', '__proto__'];

const inPanel = 'Define the fields in the panel.';

function listIn(place: string, value: unknown): Array<Record<string, unknown>> {
	const { values = [] } = plainObject(place, value, inPanel);
	return [values].flat().map((entry) => plainObject(place, entry, inPanel));
}

function optionsOf(place: string, value: unknown): string[] {
	const options = listIn(place, value).map(({ option }) => textValue(`An option of ${place}`, option));
	if (options.length > 0 && !options.includes('')) return [...new Set(options)];
	throw new InvalidInput(`${place} has an option without a text, or none to choose from`, inPanel);
}

/** A field as n8n's Form node defines it. InvalidInput that says where it stands, for one that a question cannot have. */
function formField(defined: Record<string, unknown>, index: number): FormField {
	const place = `Form Fields (field ${index + 1})`;
	const type = oneOf(`Element Type of ${place}`, defined.fieldType ?? 'text', fieldTypes);
	const label = textValue(place, defined.fieldLabel).trim();
	if (label === '') throw new InvalidInput(`${place} has no label`, 'Fill its Label.');
	if (reservedNames.includes(label)) {
		throw new InvalidInput(
			`${place} has the label ${quote(label)}, which its value cannot have in the output`,
			'Give it another label.',
		);
	}
	return {
		label,
		name: label,
		type,
		isRequired: defined.requiredField === true,
		options: kindOf(type).hasOptions ? optionsOf(place, defined.fieldOptions) : [],
		preset: textValue(place, defined.defaultValue),
	};
}

/** The fields of a form. InvalidInput for none, two of one label, or one that a question cannot have. */
export function formFields(defined: unknown): FormField[] {
	const fields = listIn('Form Fields', defined).map(formField);
	if (fields.length === 0) {
		throw new InvalidInput('The form has no fields', 'Add at least one field in Form Fields.');
	}
	const labels = fields.map(({ label }) => label);
	const twice = labels.find((label, index) => labels.indexOf(label) !== index);
	if (twice === undefined) return fields;
	throw new InvalidInput(`Two fields of the form have the label ${quote(twice)}`, 'Give each another label.');
}

function faultOf({ type, options, isRequired }: FormField, texts: string[]): string | undefined {
	const { hasOptions, format } = kindOf(type);
	if (isRequired && texts.length === 0) return 'is required';
	if (type !== 'checkbox' && texts.length > 1) return 'was given more than once';
	if (texts.some((text) => text.length > longestText)) {
		return `is too long: at most ${longestText.toLocaleString('en')} characters`;
	}
	if (hasOptions && !texts.every((text) => options.includes(text))) return 'is not one of the choices';
	return format && !texts.every(format.isOne) ? format.fault : undefined;
}

/** What a field makes of what was sent in it, or what is wrong with that, in words that follow its label. */
export function readField(field: FormField, sent: unknown): { value: FieldValue } | { fault: string } {
	const given = [sent ?? []].flat();
	if (!given.every((entry) => typeof entry === 'string')) return { fault: 'is not a text' };
	const texts = given.map((text) => text.replace(/\r\n?/g, '\n')).filter((text) => text.trim() !== '');
	const fault = faultOf(field, texts);
	if (fault !== undefined) return { fault };
	if (field.type === 'checkbox') return { value: [...new Set(texts)] };
	const [text] = texts;
	if (field.type === 'number') return { value: text === undefined ? null : Number(text) };
	return { value: text ?? '' };
}

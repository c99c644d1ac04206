import { emailAddressMaxLength } from '../shared/contract/contract';
import { InvalidInput, quote } from '../shared/input/invalid-input';
import { plainObject, textValue } from '../shared/input/values';

/** The types of n8n's form fields that a question may have, by their values. */
export const fieldTypes = {
	checkbox: 'Checkboxes',
	date: 'Date',
	dropdown: 'Dropdown',
	email: 'Email',
	number: 'Number',
	password: 'Password',
	radio: 'Radio Buttons',
	text: 'Text Input',
	textarea: 'Textarea',
} as const;

type FieldType = keyof typeof fieldTypes;

const fieldTypeValues = Object.keys(fieldTypes) as FieldType[];

/** The types of which one or more of several options are chosen. */
export const choiceTypes: FieldType[] = ['checkbox', 'dropdown', 'radio'];

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
	placeholder: string;
	preset: string;
}

/** What was entered in a field; null for nothing. */
export type FieldValue = string | string[] | number | null;

/** Characters that a text may have. */
export const longestText = 10_000;

/** A text field. */
export function textField(label: string, name: string, isRequired: boolean): FormField {
	return { label, name, type: 'textarea', isRequired, options: [], placeholder: '', preset: '' };
}

/** Names that the answer has itself, or that would change the object that holds it. */
const reservedNames = ['respondedAt', 'respondedIn', 'responder', '__proto__'];

function optionsOf(label: string, value: unknown): string[] {
	const listed = Array.isArray(value) ? (value as unknown[]) : plainObject(label, value, add).values;
	const options = ((listed ?? []) as unknown[]).map((entry) =>
		textValue(`An option of ${label}`, plainObject(label, entry, add).option),
	);
	if (options.length === 0 || options.includes('')) {
		throw new InvalidInput(`${label} has an option without a text, or none to choose from`, add);
	}
	return [...new Set(options)];
}

const add = 'Add the options one by one in the panel.';

/** A field as n8n's Form node defines it. InvalidInput that says where it stands, for one that a question cannot have. */
function formField(value: unknown, index: number): FormField {
	const place = `Form Fields (field ${index + 1})`;
	const {
		fieldLabel,
		fieldName,
		fieldType,
		fieldOptions,
		placeholder,
		defaultValue,
		requiredField,
		...others
	} = plainObject(place, value, 'Define each field by an object with a fieldLabel.');
	const [other] = Object.keys(others);
	if (other !== undefined) {
		throw new InvalidInput(
			`${place} has ${quote(other)}, which a question does not know`,
			'Remove it. A field may have: fieldLabel, fieldName, fieldType, fieldOptions, placeholder, defaultValue, requiredField.',
		);
	}
	const givenType = textValue(place, fieldType) || 'text';
	const type = fieldTypeValues.find((one) => one === givenType);
	if (!type) {
		throw new InvalidInput(
			`${place} has the type ${quote(givenType)}, which a question does not have`,
			`Use one of: ${fieldTypeValues.join(', ')}.`,
		);
	}
	const label = textValue(place, fieldLabel).trim();
	if (label === '') throw new InvalidInput(`${place} has no label`, 'Fill its Label.');
	const name = textValue(place, fieldName).trim() || label;
	if (reservedNames.includes(name)) {
		throw new InvalidInput(
			`${place} has the name ${quote(name)}, which its value cannot have in the output`,
			'Give it another label, or another Custom Field Name.',
		);
	}
	return {
		label,
		name,
		type,
		isRequired: requiredField === true,
		options: choiceTypes.includes(type) ? optionsOf(place, fieldOptions) : [],
		placeholder: textValue(place, placeholder),
		preset: textValue(place, defaultValue),
	};
}

/** The fields of a form as n8n's Form node defines them. InvalidInput for none, two of one name, or one that a question cannot have. */
export function formFields(defined: unknown): FormField[] {
	if (!Array.isArray(defined) || defined.length === 0) {
		throw new InvalidInput('The form has no fields', 'Add at least one field in Form Fields.');
	}
	const fields = defined.map(formField);
	const names = fields.map(({ name }) => name);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice !== undefined) {
		throw new InvalidInput(
			`Two fields of the form have the name ${quote(twice)}`,
			'Give each another label, or another Custom Field Name.',
		);
	}
	return fields;
}

/** What a text in a field of a type has to be; the types that are not here take any text, or one of their options. */
const formats: Partial<Record<FieldType, { isOne(text: string): boolean; fault: string }>> = {
	date: {
		isOne: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true,
		fault: 'is not a date',
	},
	email: {
		isOne: (text) => text.length <= emailAddressMaxLength && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
		fault: 'is not an email address',
	},
	number: {
		isOne: (text) =>
			/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) && Number.isFinite(Number(text)),
		fault: 'is not a number',
	},
};

function faultOf({ type, options, isRequired }: FormField, texts: string[]): string | undefined {
	if (isRequired && texts.length === 0) return 'is required';
	if (type !== 'checkbox' && texts.length > 1) return 'was given more than once';
	if (texts.some((text) => text.length > longestText)) {
		return `is too long: at most ${longestText.toLocaleString('en')} characters`;
	}
	if (choiceTypes.includes(type) && !texts.every((text) => options.includes(text))) {
		return 'is not one of the choices';
	}
	const format = formats[type];
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

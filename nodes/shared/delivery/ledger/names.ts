import { InvalidInput, quote } from '../../input/invalid-input';

/** What an expression gives where it finds nothing, or no text. */
const nothing = /\b(?:undefined|null|NaN)\b|\[object \w+\]/;

/** Whether a text has the parts of another one in their order, with at least so many characters in each gap between them. */
function hasParts(text: string, [first = '', ...others]: string[], minGap: number): boolean {
	if (!text.startsWith(first)) return false;
	let end = first.length;
	for (const part of others.slice(0, -1)) {
		const start = text.indexOf(part, end + minGap);
		if (start === -1) return false;
		end = start + part.length;
	}
	const last = others.at(-1) ?? '';
	return text.endsWith(last) && text.length - last.length >= end + minGap;
}

/** What a text has around its expressions: a first part, and one after each of them. */
function partsAround(text: string): string[] {
	const parts: string[] = [];
	for (let from = 0; ;) {
		const start = text.indexOf('{{', from);
		const end = start === -1 ? -1 : text.indexOf('}}', start + 2);
		if (end === -1) return [...parts, text.slice(from)];
		parts.push(text.slice(from, start));
		from = end + 2;
	}
}

/** Whether one of the expressions in a stored text has certainly given nothing: n8n leaves its place empty. */
function hasEmptyPlace(text: string, stored: unknown): boolean {
	if (typeof stored !== 'string' || !stored.startsWith('=')) return false;
	const parts = partsAround(stored.slice(1));
	return parts.length > 1 && hasParts(text, parts, 0) && !hasParts(text, parts, 1);
}

function isKey(value: unknown, stored: unknown): boolean {
	if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
	if (typeof value !== 'string' || value.trim() === '') return false;
	return !nothing.test(value) && !hasEmptyPlace(value, stored);
}

/** The text that an option holds; `stored` is what the user wrote. InvalidInput for one that can stand for nothing. */
export function nameOf(option: string, value: unknown, stored: unknown, example: string): string {
	if (isKey(value, stored)) return String(value);
	const isEmpty = value === '' || value === null || value === undefined;
	throw new InvalidInput(
		isEmpty ? `The option ${option} is empty` : `The option ${option} has no usable value: ${quote(value)}`,
		`Each expression in it must have a value. Give a text, e.g. ${example}, or remove the option. Keep numbers of more than 15 digits as text.`,
	);
}

/** The error of a key that stands for a message to somebody else. */
export function keyOfOtherRecipient(): InvalidInput {
	return new InvalidInput(
		'The idempotency key stands for a message to another recipient, so this one was not sent',
		'Give each message a key of its own, e.g. an order number and the recipient.',
	);
}

/** The error of a key or a campaign that is not recorded: in a tool of an older agent, or because n8n's database refuses. */
export function unrecorded(error?: unknown): InvalidInput {
	return new InvalidInput(
		'The idempotency key or campaign could not be recorded, so the message was not sent',
		error === undefined
			? 'n8n keeps no record where an agent calls this tool. Remove the option from the tool, or send with the node in a workflow of its own.'
			: `n8n's database did not take it (${String((error as Error).message)}). Save the workflow, or remove the option to send without its protection.`,
	);
}

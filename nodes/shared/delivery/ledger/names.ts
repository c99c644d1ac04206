import { InvalidInput, quote } from '../../input/invalid-input';
import { hasEmptyPlace, templateOf } from '../../operation/template';

/** What an expression gives where it finds nothing, or no text. */
const nothing = /\b(?:undefined|null|NaN)\b|\[object \w+\]/;

function isKey(value: unknown, stored: unknown): boolean {
	if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
	if (typeof value !== 'string' || value.trim() === '') return false;
	return !nothing.test(value) && !hasEmptyPlace(value, templateOf(stored));
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

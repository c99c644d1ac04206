import { InvalidInput, quoted } from '../input/invalid-input';

/** What an expression gives where it finds nothing, or no text. */
const nothing = /\b(?:undefined|null|NaN)\b|\[object \w+\]/;

/** Whether a text has the parts of another one in their order, with at least so many characters in each gap between them. */
function hasParts(text: string, [first = '', ...others]: string[], least: number): boolean {
	if (!text.startsWith(first)) return false;
	let end = first.length;
	for (const part of others.slice(0, -1)) {
		const start = text.indexOf(part, end + least);
		if (start === -1) return false;
		end = start + part.length;
	}
	const last = others.at(-1) ?? '';
	return text.endsWith(last) && text.length - last.length >= end + least;
}

/** Whether one of the expressions in a stored text has certainly given nothing: n8n leaves its place empty. */
function hasEmptyPlace(text: string, stored: unknown): boolean {
	if (typeof stored !== 'string' || !stored.startsWith('=')) return false;
	const parts = stored.slice(1).split(/\{\{[\s\S]*?\}\}/);
	return parts.length > 1 && hasParts(text, parts, 0) && !hasParts(text, parts, 1);
}

function isKey(value: unknown, stored: unknown): boolean {
	if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
	if (typeof value !== 'string' || value.trim() === '') return false;
	return !nothing.test(value) && !hasEmptyPlace(value, stored);
}

/** The key that an option holds; `stored` is what the user wrote. InvalidInput for one that cannot stand for a single message. */
export function idempotencyKeyOf(value: unknown, stored: unknown): string {
	if (isKey(value, stored)) return String(value);
	throw new InvalidInput(
		value === '' || value === null || value === undefined
			? 'The option Idempotency Key is empty'
			: `The option Idempotency Key stands for no single message: ${quoted(value)}`,
		'Each expression in it must have a value. Give a text that stands for this message, e.g. an order number, or remove the option. Keep numbers of more than 15 digits as text.',
	);
}

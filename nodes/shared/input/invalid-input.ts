/** A value that the service would not take: `message` says what is wrong, `description` how to fix it. */
export class InvalidInput extends Error {
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
		this.name = 'InvalidInput';
	}
}

/** What the channel of an item does not have. */
export class NotOverChannel extends InvalidInput {}

const longestQuote = 120;

function asText(value: unknown): string {
	try {
		return JSON.stringify(typeof value === 'string' ? value.slice(0, longestQuote) : value) ?? String(value);
	} catch {
		return Object.prototype.toString.call(value);
	}
}

/** The value as it stands in an error message: quoted, line breaks and invisible characters visible, long ones cut. */
export function quote(value: unknown): string {
	const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	const text = asText(value).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Zl}\p{Zp}]/gu, escaped);
	return text.length > longestQuote ? `${text.slice(0, longestQuote - 3).toWellFormed()}…` : text;
}

/** What n8n's editor takes for markup in a message, and what stands in its place. */
const plain: Record<string, string> = { '<': '‹', '>': '›', '`': "'" };

/** A text without what n8n's editor would show as markup, whoever wrote it: an item, the service, n8n. */
export function plainText(text: string): string {
	return text.replace(/[<>`]/g, (mark) => plain[mark] ?? '');
}

/** A stored text with expressions in it: `=Hi {{ $json.name }}!` has the parts `Hi ` and `!` around one. */
export interface Template {
	/** What stands before, between, and after the expressions. */
	parts: string[];
	expressions: string[];
}

/** The expressions of a stored value, and what stands around them; none for what is no expression. */
export function templateOf(stored: unknown): Template {
	if (typeof stored !== 'string' || !stored.startsWith('=')) return { parts: [], expressions: [] };
	const template: Template = { parts: [], expressions: [] };
	for (let from = 1; ;) {
		const start = stored.indexOf('{{', from);
		const end = start === -1 ? -1 : stored.indexOf('}}', start + 2);
		template.parts.push(stored.slice(from, end === -1 ? undefined : start));
		if (end === -1) return template;
		from = end + 2;
		template.expressions.push(stored.slice(start, from));
	}
}

/** What an object becomes inside a text. */
export const objectWord = String({});

/** Whether a text has the parts in their order. */
function hasParts(text: string, [first = '', ...others]: string[]): boolean {
	if (!text.startsWith(first)) return false;
	let end = first.length;
	for (const part of others.slice(0, -1)) {
		const start = text.indexOf(part, end);
		if (start === -1) return false;
		end = start + part.length;
	}
	const last = others.at(-1) ?? '';
	return text.endsWith(last) && text.length - last.length >= end;
}

/**
 * Whether an expression, by its index, may have given nothing, or an object: surely not between two parts that stand apart. To evaluate it
 * by itself takes n8n longer than all else of an item, so that is for texts that may lack it.
 */
export function mayBeEmpty(text: unknown, { parts }: Template, index: number): boolean {
	if (typeof text !== 'string' || text.includes(objectWord) || !hasParts(text, parts)) return true;
	const edge = '\0';
	const [before, after] = [index === 0 ? edge : '', index + 2 === parts.length ? edge : ''];
	return `${edge}${text}${edge}`.includes(`${before}${parts[index]}${parts[index + 1]}${after}`);
}

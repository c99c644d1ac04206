/** The expressions in stored texts, and what they give that is no value: with such a gap, nothing is sent. */
import { isPlain, type Path } from '../input/values';

/** A stored text with expressions: `=Hi {{ $json.name }}!` has the parts `Hi ` and `!` around one. */
export interface Template {
	/** Where it stands in its parameter. */
	path: Path;
	/** Whether n8n takes it as it stands, so that its expressions would be sent to everybody. */
	isFixed: boolean;
	text: string;
	parts: string[];
	/** With their braces. */
	expressions: string[];
}

/** An expression that gives no value, where, and the word that shows it; '' where it gives nothing at all. */
interface Gap {
	path: Path;
	expression: string;
	word: string;
}

/** What n8n's preset question of a review names; the question shows this object line by line. */
export const toolInput = '{{ $tool.parameters }}';

/** What stands in a text in place of a value that its expression did not have. */
const gapWords =
	/undefined|(?:null|NaN|Infinity)(?![\p{L}\p{N}])|Invalid (?:Date|Duration|Interval)|\[(?:object \w+|native code)\]|\{\{|\ufffd/u;

/** What nobody writes, but a file that was read in the wrong encoding has. */
const unreadable = /\ufffd/;

const betweenBraces = /(\{\{[^]*?(?:(?<!\\)\}\}|$))/;

const quoted = '"[^"]*"|\'[^\']*\'|`[^`$]*`';

/** Such as $json.text, $('Trigger').first().json["full name"] or $json.lines[0]?.text. */
const named = String.raw`\$(?:[\w$]*|\((?:${quoted})\))(?:\??\.[\p{L}\p{N}_$]+|\.(?:first|last|all)\(\)|(?:\?\.)?\[(?:\d+|${quoted})\])*`;

/** An expression that only names a value, perhaps with a default: what that says is what somebody wrote, also "null". */
const column = new RegExp(
	String.raw`^\{\{\s*${named}(?:\s*(?:\?\?|\|\|)\s*(?:${named}|${quoted}))*\s*\}\}$`,
	'u',
);

/** Says what counts where a value is missing, so that an empty text is meant: `??`, `||`, `?:`, or n8n's functions for them. */
const withDefault = /\|\||\?(?!\.)|\$if/;

/** Stands for the begin and the end of a text. */
const edge = '\0';

/** The stored texts in a parameter that are expressions, or look like some. */
export function templatesIn(stored: unknown, path: Path = []): Template[] {
	if (typeof stored !== 'string') {
		const isList = Array.isArray(stored);
		return Object.entries(stored ?? {}).flatMap(([step, inner]) =>
			templatesIn(inner, [...path, isList ? Number(step) : step]),
		);
	}
	const isFixed = !stored.startsWith('=');
	const text = isFixed ? stored : stored.slice(1);
	const pieces = text.split(betweenBraces);
	if (isFixed && pieces.length === 1) return [];
	const [parts = [], expressions = []] = [0, 1].map((odd) => pieces.filter((_, index) => index % 2 === odd));
	return [{ path, isFixed, text, parts, expressions }];
}

function isNothing(value: unknown): boolean {
	return value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value));
}

/** The word of a gap in what an expression gave, '' for no value at all; undefined where a value is there. */
function wordIn(value: unknown, expression: string): string | undefined {
	if (isNothing(value)) return '';
	if (typeof value !== 'string') return undefined;
	return (column.test(expression) ? unreadable : gapWords).exec(value)?.[0];
}

/** The same where its value becomes a part of a text. */
function wordInText(value: unknown, expression: string): string | undefined {
	const text = isNothing(value) ? value : String(value);
	if (text === '' && !withDefault.test(expression)) return '';
	return wordIn(text, text === value ? expression : '');
}

/** The first gap in the value of an expression that stands alone, entry by entry. */
function gapIn(value: unknown, expression: string, path: Path): Gap | undefined {
	const word = wordIn(value, expression);
	if (word !== undefined) return { path, expression, word };
	const isList = Array.isArray(value);
	if (!isList && !isPlain(value)) return undefined;
	for (const [step, inner] of Object.entries(value)) {
		const gap = gapIn(inner, expression, [...path, isList ? Number(step) : step]);
		if (gap) return gap;
	}
	return undefined;
}

/**
 * The expressions that may have left a gap in a text: surely not one of which the parts around it stand nowhere together, in a
 * text without one of the words. To evaluate one by itself takes n8n longer than all else of an item.
 */
function suspects(text: string, { parts, expressions }: Template): string[] {
	if (gapWords.test(text)) return expressions;
	return expressions.filter((_, index) => {
		const before = index === 0 ? edge : '';
		const after = index + 2 === parts.length ? edge : '';
		return `${edge}${text}${edge}`.includes(`${before}${parts[index]}${parts[index + 1]}${after}`);
	});
}

/**
 * The first gap in what the expressions of a stored text gave; undefined for none. Where `evaluate` is there, which gives what
 * one of several gives by itself, what the user wrote around them is no gap.
 */
export function gapOf(
	value: unknown,
	template: Template,
	evaluate?: (expression: string) => unknown,
): Gap | undefined {
	const { path, text, expressions } = template;
	const [first] = expressions;
	if (first === undefined) return undefined;
	if (typeof value === 'string' && /^\s+$/.test(value)) return { path, expression: first, word: '' };
	if (typeof value !== 'string' || first === text || !evaluate) return gapIn(value, text, path);
	for (const expression of suspects(value, template)) {
		const word = expression === toolInput ? undefined : wordInText(evaluate(expression), expression);
		if (word !== undefined) return { path, expression, word };
	}
	return undefined;
}

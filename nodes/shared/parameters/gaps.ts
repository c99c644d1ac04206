/** The expressions in stored texts, and what they give that is no value: with such a gap, nothing is sent. */
import { hasVisible } from '../input/names';
import { sheetErrorInside, unwrittenIn } from '../input/unwritten';
import { at, isPlain, type Path } from '../input/values';
import { column, ofModel, textsBehind, type Evaluate } from './columns';

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
	/** What it gives instead of a text: a date, which n8n would write as programs do. */
	date?: unknown;
}

/** What n8n's preset question of a review names; the question shows this object line by line. */
export const toolInput = '{{ $tool.parameters }}';

/** What stands in a text in place of a value that its expression did not have, unless a person wrote it. */
const gapWord =
	/undefined|(?:null|NaN|Infinity)(?![\p{L}\p{N}])|Invalid (?:Date|Duration|Interval)|:\d\d:\d\d GMT[+-]\d{4}|\[(?:object \w+|native code)\]/u;

const computedWords = new RegExp(`${gapWord.source}|${sheetErrorInside.source}`, 'gu');

/** What a text has around a gap that is more than an empty place, broken letters aside. */
const doubtful = new RegExp(
	String.raw`${gapWord.source}|\{\{|#|err:5|loading|  |\u200b|\d-\d\dT\d\d:|\bPT?\d`,
	'iu',
);

/** Whether a value is a valid date, a time span or the like, of JavaScript or n8n. */
function isDate(value: unknown): boolean {
	return typeof at(value, ['toJSON']) === 'function' && !String(value).startsWith('Invalid ');
}

const betweenBraces = /(\{\{[^]*?(?:(?<!\\)\}\}|$))/;

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

/** The first of the words in a text that an expression computed which stands in no text that it was made of. */
function wordInComputed(text: string, expression: string, evaluate?: Evaluate): string | undefined {
	if (!doubtful.test(text)) return undefined;
	const [braces] = /\{\{/.exec(text) ?? [];
	if (braces) return braces;
	const texts = textsBehind(expression, evaluate).map((one) => one.trim());
	const unwritten = texts.find((one) => unwrittenIn(one) === one && text.includes(one));
	if (unwritten) return unwritten;
	const written = texts.filter((one) => unwrittenIn(one) === undefined);
	const rest = written.reduce((left, one) => left.replaceAll(one, ' '), text);
	const cut = written.filter((one) => !text.includes(one)).map((one) => one.toLowerCase());
	const words = rest.match(computedWords) ?? [];
	if (ofModel.test(expression)) return words.find((word) => word === text.trim());
	return words.find((word) => !cut.some((one) => one.includes(word.toLowerCase())));
}

/** The word of a gap in what an expression gave, '' for no value at all; undefined where a value is there. */
function wordIn(value: unknown, expression: string, evaluate?: Evaluate): string | undefined {
	if (isNothing(value)) return '';
	if (typeof value !== 'string') return undefined;
	return (
		unwrittenIn(value) ?? (column.test(expression) ? undefined : wordInComputed(value, expression, evaluate))
	);
}

/** The same where its value becomes a part of a text. */
function wordInText(value: unknown, expression: string, evaluate: Evaluate): string | undefined {
	if (isNothing(value)) return '';
	const text = String(value);
	const isEmpty = column.test(expression) ? !hasVisible(text) : text === '';
	if (isEmpty && !withDefault.test(expression)) return '';
	return wordIn(text, typeof value === 'string' ? expression : '', evaluate);
}

/** The first gap in the value of an expression that stands alone, entry by entry. */
function gapIn(value: unknown, expression: string, path: Path, evaluate?: Evaluate): Gap | undefined {
	const word = wordIn(value, expression, evaluate);
	if (word !== undefined) return { path, expression, word };
	const isList = Array.isArray(value);
	if (!isList && !isPlain(value)) return undefined;
	for (const [step, inner] of Object.entries(value)) {
		const gap = gapIn(inner, expression, [...path, isList ? Number(step) : step], evaluate);
		if (gap) return gap;
	}
	return undefined;
}

/**
 * The expressions that may have left a gap in a text: surely not one of which the parts around it stand nowhere together, in a
 * text without one of the words. To evaluate one by itself takes n8n longer than all else of an item.
 */
function suspects(text: string, { parts, expressions }: Template): string[] {
	if (doubtful.test(text) || unwrittenIn(text) !== undefined) return expressions;
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
export function gapOf(value: unknown, template: Template, evaluate?: Evaluate): Gap | undefined {
	const { path, text, expressions } = template;
	const [first] = expressions;
	if (first === undefined) return undefined;
	if (typeof value === 'string' && /^\s+$/.test(value)) return { path, expression: first, word: '' };
	if (typeof value !== 'string' || first === text || !evaluate) return gapIn(value, text, path, evaluate);
	for (const expression of suspects(value, template)) {
		if (expression === toolInput) continue;
		const own = evaluate(expression);
		if (isDate(own)) return { path, expression, word: '', date: own };
		const word = wordInText(own, expression, evaluate);
		if (word !== undefined) return { path, expression, word };
	}
	return undefined;
}

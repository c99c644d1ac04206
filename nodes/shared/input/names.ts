import { sheetErrorInside, unwrittenIn } from './unwritten';

/** More than anybody names something by; a longer one is a text in the wrong field. */
const longestName = 255;

/** Characters that nobody sees, but those that a script or an emoji needs: a name with one looks like another name. */
const hidden = /[\p{Cc}\p{Cs}]|(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/u;

/** Whether a text has anything that people see. */
export function hasVisible(text: string): boolean {
	return /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(text);
}

/** A number as a spreadsheet shortens it: others have the same name then. */
const shortened =
	/(?<![\p{L}\p{N}.,])\d+(?:[.,]\d+)?E\+\d+(?![\p{L}\p{N}])|^\d[.,]\d+E-?\d+$|^\d{5,}[.,]0+$/iu;

/** What stands in a name in place of a value. Words that are alone, or between dashes and the like, are no words of a name. */
const noValues = [
	/^(?:null|nil|none|n\/a|undefined|nan|infinity)$/i,
	/(?<![\p{L}\p{N}])(?:undefined|NaN)(?![\p{L}\p{N}])|(?<![\p{L}\p{N} ])null(?![\p{L}\p{N} ])/u,
	/\[(?:object \w+|native code)\]|Invalid (?:Date|Duration|Interval)|\{\{/,
	sheetErrorInside,
];

/** What is wrong with the name or key of something, as a sentence goes on behind it; undefined for one that can be told apart. */
export function faultOfName(name: string): string | undefined {
	if (!hasVisible(name)) return 'has no visible character';
	if (hidden.test(name)) return 'has an invisible character or a line break in it';
	if (name.length > longestName) return `has ${name.length} characters, more than ${longestName}`;
	if (shortened.test(name)) return 'is shortened by a spreadsheet';
	const [word] = noValues.flatMap((pattern) => pattern.exec(name) ?? []);
	const stands = unwrittenIn(name) ?? word;
	return stands === undefined ? undefined : `has ${stands} in place of a value`;
}

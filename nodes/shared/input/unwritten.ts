/** What no person writes: a spreadsheet without a value, a template that nobody filled in, a file in the wrong encoding. */

/** The errors of spreadsheets behind their #, also in the other languages of Excel and Google Sheets. */
const sheetErrors = [
	String.raw`N\/[ABDV][!?]?|NV|GETTING_DATA`,
	String.raw`¡?(?:DIV|DEEL|DZIEL)\/0[!?]`,
	'¿?(?:NAME|NOM|NOMBRE|NOME|NAAM|NAZWA)[?!]',
	'¡?(?:REF|VALUE|NUM|NULL|ERROR|SPILL|CALC|FIELD|BLOCKED|CONNECT|UNKNOWN|BUSY|PYTHON|EXTERNAL)!',
	'¡?(?:BEZUG|WERT|ZAHL|ÜBERLAUF|VALEUR|NUL|VALOR|VALORE|NULO|NULLO|NÚM|RIF|WAARDE|VERW|GETAL|LEEG|ARG|ADR|LICZBA)!',
	'UNPARSEABLE|NO MATCH|INVALID (?:REF|VALUE|OPERATION|DATA TYPE)',
].join('|');

/** An error of a spreadsheet somewhere in a text. */
export const sheetErrorInside = new RegExp(
	String.raw`(?<![\p{L}\p{N}&#/])#(?:${sheetErrors})(?![\p{L}\p{N}_/])`,
	'u',
);

/** Characters that stand for the later bytes of a letter in UTF-8, read as Windows-1252 or Latin-1. */
const later = '\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
/** Those of them that people put behind a word, the others, and which of these are letters. */
const behindWord = '\u00a0‚„…‹›«»‘’“”•–—™®·´¹²³';
const letters = '[ƒŠŒŽšœžŸ]';
const strange = `(?![${behindWord}])[${later}]`;

/** Letters that were broken by being read in the wrong encoding, such as `JÃ¼rgen`; not `SÃO` or `vidíš…`. */
const brokenLetter = new RegExp(
	[
		`[ÂÃÄÅ]${strange}`,
		String.raw`(?<=\p{Ll})(?:[ÂÃÄÅ][${later}]|È[˜™š›])`,
		String.raw`[ÂÃÄÅ](?![\u00a0—])[${behindWord}](?=\p{L})`,
		String.raw`Â\u00a0|(?<!\p{L})Ã\u00a0`,
		`(?:[ÎÏÐÑØÙ][${later}]|×[\u0090-\u00aa‘’“”•–—˜™š›œžŸ]){2}`,
		String.raw`[à-ï](?!.?\u00a0)(?:(?!${letters})${strange}[${later}]|[${later}](?!${letters})${strange})`,
		String.raw`ð[Ÿ\u009f][${later}]{2}`,
		String.raw`(?<=\p{L})√[©º∂§≥±°≠™´¢®ß†]|‚Ä[ôúùìîòñ¶¢]`,
	].join('|'),
	'u',
);

const unwritten = [
	new RegExp(String.raw`^\s*(?:#(?:${sheetErrors})|#{4,}|Err:5\d\d|Loading(?:\.{3}|…))\s*$`, 'iu'),
	/^\s*=\s*\{\{|\{\{\s*\$/,
	brokenLetter,
	/\ufffd/,
];

/** The first thing in a value of which it is certain that no person has written it; undefined where there is none. */
export function unwrittenIn(text: string): string | undefined {
	const found = unwritten.map((pattern) => pattern.exec(text)?.[0].trim());
	return found.find((piece) => piece !== undefined);
}

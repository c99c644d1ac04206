import { InvalidInput, quote } from './invalid-input';
import { textList } from './values';

/** What a person wants who writes a keyword alone: no more messages, or messages again. */
export type Keyword = 'optOut' | 'optIn';

const keywords: Record<Keyword, string[]> = {
	// Those of the US rule (FCC, 2025), and STOP ALL.
	optOut: ['stop', 'stop all', 'quit', 'end', 'revoke', 'opt out', 'cancel', 'unsubscribe'],
	optIn: ['start', 'unstop'],
};

/** What opts out, as the panels name it. */
export const optOutNames = new Intl.ListFormat('en', { type: 'disjunction' }).format(
	keywords.optOut.map((word) => word.toUpperCase()),
);

/** Characters of a text that may still be a word, a label, or a keyword with a signature. */
const longestWord = 500;

/** A text without the characters that nobody sees, the skin tone of its emoji, and the place of a photo. */
export function visible(text: string): string {
	return text.replace(/[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\ufffc]/gu, '');
}

/** A text in small letters, in one spelling, whatever keyboard it comes from. */
function folded(text: string): string {
	const small = visible(text).normalize('NFKC').toUpperCase().toLowerCase();
	return small.replaceAll('i\u0307', 'i').replace(/[‘’]/g, "'");
}

/** A text as words are compared: without what people put around them, such as quotation marks, emphasis, an end of sentence. */
export function plainWord(text: string): string {
	if (text.length > longestWord) return text;
	return folded(text)
		.replace(/\s+/g, ' ')
		.replace(/^[\s"'“”„«»‹›*_~`¡]+|[\s"'“”„«»‹›*_~`.!]+$/g, '');
}

/** A word, an emoji, or a number with what joins its digits: "1.5" is neither 1 nor 5. */
const unit = /\p{N}+(?:[.,:-]\p{N}+)+|[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*|\p{So}/gu;

/** The words and emoji of a text as ` one  two `, with a blank on both sides of each, so that they can be found and taken out. */
export function wordsOf(text: string): string {
	// Without the frame of a keycap emoji.
	const words = folded(text).replaceAll('\u20e3', '').match(unit) ?? [];
	return words.map((word) => ` ${word} `).join('');
}

/** Whether a text has a phrase, by its words. */
export function hasPhrase(text: string, phrase: string): boolean {
	return wordsOf(text).includes(wordsOf(phrase));
}

/** Whether a text has more than its words and what people put around them: "yes?", "$2" and "1/2" may mean something else. */
export function hasOtherMarks(text: string): boolean {
	return !/^[\s"'“”„«»‹›*_~`.!,;:()[\]{}#…•·–—-]*$/u.test(folded(text).replace(unit, ''));
}

/** What stands below a text: behind a blank line or two dashes, or what a phone adds. */
const signature = /[^\S\n]*\n[^\S\n]*(?:\n|--|—|sent from\b|get outlook\b)[^]*$/i;

/** The letters and digits of a text alone, with a blank between its words; an emoji where it has none. */
function bare(text: string): string {
	const word = plainWord(text);
	return word.match(/[\p{L}\p{M}\p{N}]+/gu)?.join(' ') ?? word;
}

/** Words that are said twice or more. */
const repeated = /^(.+?)(?: \1)+$/;

/** Compares letters alone: people leave out accents, and write a keyword in one word or two. */
const byLetters = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });

/** The keyword that a text is, once or several times, if it has no other words but a signature. `further` ones opt out as well. */
export function keywordIn(text: string, further: string[] = []): Keyword | undefined {
	if (text.length > longestWord) return undefined;
	const said = bare(visible(text).trimStart().replace(signature, ''));
	const spellings = [said, repeated.exec(said)?.[1] ?? said];
	const isOneOf = (words: string[]) =>
		words.map(bare).some((word) => spellings.some((one) => byLetters.compare(word, one) === 0));
	if (isOneOf([...keywords.optOut, ...further])) return 'optOut';
	return isOneOf(keywords.optIn) ? 'optIn' : undefined;
}

/** The word. InvalidInput that names `field` for one that would equal a text without words, such as that of a photo. */
export function typedWord(field: string, word: string): string {
	if (/[\p{L}\p{N}\p{So}]/u.test(plainWord(word))) return word;
	throw new InvalidInput(
		`${field} is ${quote(word)}, which has no letter, digit or emoji`,
		'Give a word that people can type. A message without words, such as a photo, would count as this one.',
	);
}

/** The words in a field, in a list or with commas or line breaks between them. InvalidInput for one that nobody can type. */
export function typedWords(field: string, value: unknown): string[] {
	return textList(field, value).map((word) => typedWord(field, word));
}

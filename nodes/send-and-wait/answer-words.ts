import { hasOtherMarks, plainWord, wordsOf } from '../shared/input/words';

const phrasesIn = (list: string) => list.split(', ');

/** What means a yes or a no beside the labels and the user's own words. */
export const usualWords = {
	approve: phrasesIn(
		"yes, y, yep, yeah, yea, yup, ok, okay, k, sure, of course, absolutely, definitely, go ahead, go for it, do it, let's do it, please do, sounds good, approved, 👍, 👌, ✅",
	),
	decline: phrasesIn(
		"no, n, nope, nah, no way, don't, dont, do not, don't do it, dont do it, do not do it, declined, 👎, ❌",
	),
};

/** What may stand around a word and says nothing. */
const politeness = phrasesIn('please, pls, thanks, thank you, thx, see you, see you then, 🙏, 🙂, 😊');

/** What says nothing either where no yes is asked for. */
const assent = ['ok', 'okay', 'k', '👍'];

/** A text in the form of `wordsOf` without some phrases, the longest first. */
function without(words: string, phrases: string[]): string {
	const longestFirst = phrases.map(wordsOf).sort((one, other) => other.length - one.length);
	return longestFirst.reduce((rest, phrase) => rest.replaceAll(phrase, '|'), words);
}

/** Whether a label or a word of one side has what usually means the other one, beside what means its own. */
export function saysOther(side: keyof typeof usualWords, text: string): boolean {
	const rest = without(wordsOf(text), usualWords[side]);
	return usualWords[side === 'approve' ? 'decline' : 'approve'].some((word) => rest.includes(wordsOf(word)));
}

/** What stands for something that can be chosen: a label, and other phrases. */
export interface Meaning {
	label: string;
	words: string[];
}

const usual = [...usualWords.approve, ...usualWords.decline].map(wordsOf);

/** Whether words begin the label. The last one may be cut behind three letters: "conf", but no "yes" for "yesterday". */
function begins(label: string, words: string): boolean {
	const isCut = /\p{L}{3} $/u.test(words) && !usual.includes(words);
	return wordsOf(label).startsWith(isCut ? words.trimEnd() : words);
}

/** The only one for which something holds. */
function only<One>(all: One[], holds: (one: One) => boolean): One | undefined {
	const found = all.filter(holds);
	return found.length === 1 ? found[0] : undefined;
}

/**
 * The one that a text means: it is its label or one of its phrases, or has nothing but them and politeness. Where
 * `takesBeginnings`, also the beginning of a label. What could mean another one, too, means none.
 */
export function meantBy<One extends Meaning>(
	all: One[],
	text: string,
	takesBeginnings: boolean,
): One | undefined {
	const phrasesOf = ({ label, words }: Meaning) => [label, ...words];
	const exact = only(all, (one) => phrasesOf(one).some((phrase) => plainWord(phrase) === plainWord(text)));
	if (exact || hasOtherMarks(text)) return exact;
	const words = wordsOf(text);
	const known = all.flatMap(phrasesOf).map(wordsOf);
	const polite = [...politeness, ...(takesBeginnings ? assent : [])].filter(
		(one) => !known.includes(wordsOf(one)),
	);
	const isMeant = (one: Meaning) => {
		const rest = without(words, phrasesOf(one));
		return rest !== words && /^\|*$/.test(without(rest, polite));
	};
	if (all.some(isMeant) || !takesBeginnings) return only(all, isMeant);
	const said = without(words, polite).replaceAll('|', '');
	return said === '' ? undefined : only(all, ({ label }) => begins(label, said));
}

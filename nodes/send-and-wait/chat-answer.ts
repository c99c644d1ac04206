import { hasPhrase, keywordIn, visible, wordsOf } from '../shared/input/words';
import { meantBy } from './answer-words';
import { longestText, type Answer, type Choice, type Question } from './question';

/** A first word, and what follows it. "No. 5" is a number, "N." a letter of a name. */
const withReason =
	/^(.{1,60}?)(?:[,;:!]+\s+|(?<!^n)[.…]+\s+(?!\S*\p{N})|\s+[-–—]+\s+|\s+(?=because\b))(?:because\s+)?(\S.*)$/isu;

/** What the person is asked to answer with; undefined for what nobody is asked to write, such as a STOP. */
function wordFor({ words, label }: Choice): string | undefined {
	return [...words, label].find((word) => !keywordIn(word));
}

/** How to answer, the link of the page behind it. `isInChat` where the chat answers, too; '' where only a link is needed. */
export function howToAnswer({ choices, responseType }: Question, isInChat: boolean): string {
	const isListed = choices.some(({ key }) => key !== undefined);
	const hasOwnKeys = choices.every(({ key = '', label }) => wordsOf(label).startsWith(wordsOf(key)));
	const line = ({ key, label }: Choice) => (hasOwnKeys ? label : `${key} ${label}`);
	const list = isListed ? choices.map(line).join('\n') : '';
	if (!isInChat) return responseType === 'choice' ? `${list}\n\nPlease open this link to choose:` : '';
	if (isListed) {
		const key = choices[0]?.key === '1' ? 'number' : 'letter';
		return `${list}\n\nPlease answer with the ${key}, or open this link:`;
	}
	if (responseType === 'freeText') return 'Please write your answer here, or open this link:';
	const words = choices.map(wordFor);
	if (words.includes(undefined)) return '';
	return `Please answer ${words.map((word) => `"${word}"`).join(' or ')}, or open this link:`;
}

/** What the person gets back for an answer in the chat; '' for nothing. */
export function replyTo({ text, answerToYes }: Question, { choice }: Answer): string {
	if (!choice || choice.decision === 'decline') return '';
	if (answerToYes !== undefined) return answerToYes;
	const [question = ''] = text.split('\n');
	const said = choice.label === 'Approve' ? 'Approved' : choice.label;
	return hasPhrase(question, choice.label) ? `Thank you: ${said}` : `${said}: ${question}`;
}

/** What a text that somebody typed in the chat answers; undefined for one that is no answer to the question. */
export function answerIn({ choices, responseType }: Question, text: string): Answer | undefined {
	if (text.length > longestText || visible(text).trim() === '') return undefined;
	if (responseType === 'freeText') return { text: text.trim() };
	const meant = (given: string) => meantBy(choices, given, responseType === 'choice');
	const choice = meant(text);
	if (choice) return { choice, text: '' };
	// A no may have a reason, unless that has a word of the other button.
	const [, first = '', reason = ''] = withReason.exec(text.trim()) ?? [];
	const declined = meant(first);
	if (declined?.decision !== 'decline') return undefined;
	const others = choices
		.filter((other) => other !== declined)
		.flatMap(({ label, words }) => [label, ...words]);
	// "y" is a word of Spanish, too.
	const isDoubtful = others.some((word) => word !== 'y' && hasPhrase(reason, word));
	return isDoubtful ? undefined : { choice: declined, text: reason };
}

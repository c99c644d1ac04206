import { keywordIn } from '../shared/conversation/keyword';
import { longestText, readField } from './form-field';
import type { Decision, Question, ValidAnswer } from './question';

/** What counts for a button beside its label and the user's own words. */
const usualWords = { approve: ['yes', 'y', 'ok', 'okay', '👍'], decline: ['no', 'n', '👎'], send: [] };

/** Choices that a message names. */
const maxNamed = 4;

/** Characters of a text that may still be a word, or a label. */
const longestWord = 500;

/** A text without what people put around a word: quotation marks, an end of sentence, the skin tone of a thumb. */
function word(text: string): string {
	if (text.length > longestWord) return text;
	return text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[\p{Emoji_Modifier}\ufe0f]/gu, '')
		.replace(/^[\s"'“”„«»]+|[\s"'“”„«».!…]+$/g, '');
}

function wordsFor({ words }: Question, { decision, label }: Question['buttons'][number]): string[] {
	return [...(words?.[decision] ?? []), ...usualWords[decision], label];
}

/** The field that a text answers; undefined where it takes more than one, or what should not stand in a chat. */
function onlyField({ fields: [field, ...others] }: Question) {
	return others.length > 0 || field?.type === 'password' ? undefined : field;
}

/** A first word, and what follows it. */
const withReason = /^(.{1,60}?)(?:\s*[,.;:!–—-]+\s*|\s+(?=because\b))(?:because\s+)?(\S.*)$/isu;

/** How a question is answered in the chat, before its link; '' where only the page answers. Nobody is asked for a STOP. */
export function chatHint(question: Question): string {
	const isApproval = question.responseType === 'approval';
	const field = onlyField(question);
	if (!isApproval && !field) return '';
	const choices = isApproval
		? question.buttons.map((button) => wordsFor(question, button).find((one) => !keywordIn(one)))
		: (field?.options ?? []);
	if (choices.some((choice) => keywordIn(String(choice)))) return '';
	return choices.length > 0 && choices.length <= maxNamed
		? `Answer ${choices.map((choice) => `"${choice}"`).join(' or ')}, or open: `
		: 'Write your answer here, or open: ';
}

/** What a text decides, and what it gives the field of the question: of a "no", what follows a comma or "because". */
function decided(question: Question, text: string): { decision: Decision; given: string } | undefined {
	const { buttons, responseType } = question;
	if (responseType !== 'approval') return { decision: 'send', given: text.trim() };
	const buttonFor = (given: string) =>
		buttons.find((button) => wordsFor(question, button).map(word).includes(word(given)));
	const plain = buttonFor(text);
	if (plain) return { decision: plain.decision, given: '' };
	const [, first = '', given = ''] = withReason.exec(text.trim()) ?? [];
	return buttonFor(first)?.decision === 'decline' ? { decision: 'decline', given } : undefined;
}

/** What a text that somebody typed in the chat answers; undefined for one that is no answer to the question. */
export function answerIn(question: Question, text: string): ValidAnswer | undefined {
	const answer = text.length > longestText ? undefined : decided(question, text);
	const field = onlyField(question);
	if (!answer || (!field && question.fields.length > 0)) return undefined;
	const { decision, given } = answer;
	if (!field) return { decision, values: [] };
	const parts = field.type === 'checkbox' ? given.split(',') : [given];
	const sent = parts.map((part) => field.options.find((option) => word(option) === word(part)) ?? part);
	const read = readField(field, sent);
	return 'fault' in read ? undefined : { decision, values: [read.value] };
}

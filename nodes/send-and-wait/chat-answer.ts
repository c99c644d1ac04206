import { keywordIn, plainWord, spaced, visible } from '../shared/input/words';
import { longestText, readField } from './form-field';
import type { Decision, Question, ValidAnswer } from './question';

/** What counts for a button beside its label and the user's own words. */
const usualWords = { approve: ['yes', 'y', 'ok', 'okay', '👍'], decline: ['no', 'n', '👎'], send: [] };

/** Choices that a message names. */
const maxNamed = 4;

type Button = Question['buttons'][number];

/**
 * Whether a button has what usually means the other one: as its label, where that begins, or as a word of the user. Then
 * only what the user wrote counts.
 */
function isTurned({ buttons, words }: Question): boolean {
	return buttons.some(({ decision, label }) => {
		const [, first = ''] = spaced(label).split(' ');
		const own = [label, first, ...(words?.[decision] ?? [])].map(plainWord);
		return usualWords[decision === 'approve' ? 'decline' : 'approve'].some((word) => own.includes(word));
	});
}

function wordsFor(question: Question, { decision, label }: Button): string[] {
	const usual = isTurned(question) ? [] : usualWords[decision];
	return [...(question.words?.[decision] ?? []), ...usual, label];
}

/** The field that a text answers; undefined where it takes more than one, or what should not stand in a chat. */
function onlyField({ fields: [field, ...others] }: Question) {
	return others.length > 0 || field?.type === 'password' ? undefined : field;
}

/** A first word, and what follows it. "No. 5" is a number, "N." a letter of a name. */
const withReason =
	/^(.{1,60}?)(?:[,;:!]+\s+|(?<!^n)[.…]+\s+(?!\S*\p{N})|\s+[-–—]+\s+|\s+(?=because\b))(?:because\s+)?(\S.*)$/isu;

/** Asks for an answer in the chat, before the link; '' where only the page answers. Nobody is asked for a STOP. */
export function chatHint(question: Question): string {
	const isApproval = question.responseType === 'approval';
	const field = onlyField(question);
	if (!isApproval && !field) return '';
	const choices = isApproval
		? question.buttons.map((button) => wordsFor(question, button).find((one) => !keywordIn(one)))
		: (field?.options ?? []);
	if (choices.some((choice) => choice === undefined || keywordIn(choice))) return '';
	const how =
		choices.length > 0 && choices.length <= maxNamed
			? `answer ${choices.map((choice) => `"${choice}"`).join(' or ')}`
			: 'write your answer here';
	return `Please ${how}, or open this link:`;
}

/** What the person gets back for an answer in the chat; '' for nothing. */
export function replyTo({ buttons, text, answerToYes }: Question, { decision }: ValidAnswer): string {
	if (decision !== 'approve') return '';
	const { label = '' } = buttons.find((button) => button.decision === decision) ?? {};
	const [question = ''] = text.split('\n');
	return answerToYes ?? `${label === 'Approve' ? 'Approved' : label}: ${question}`;
}

/**
 * What a text decides, and what it gives the field of the question: of a "no", what follows a comma or "because", unless
 * that has a word of the other button.
 */
function decided(question: Question, text: string): { decision: Decision; given: string } | undefined {
	const { buttons, responseType } = question;
	if (responseType !== 'approval') return { decision: 'send', given: text.trim() };
	const buttonFor = (given: string) =>
		buttons.find((button) => wordsFor(question, button).map(plainWord).includes(plainWord(given)));
	const plain = buttonFor(text);
	if (plain) return { decision: plain.decision, given: '' };
	const [, first = '', given = ''] = withReason.exec(text.trim()) ?? [];
	const button = buttonFor(first);
	if (button?.decision !== 'decline') return undefined;
	const others = buttons.filter((other) => other !== button).flatMap((other) => wordsFor(question, other));
	const reason = spaced(given);
	// "y" is a word of Spanish, too.
	const isDoubtful = others.some((word) => word !== 'y' && reason.includes(spaced(word)));
	return isDoubtful ? undefined : { decision: 'decline', given };
}

/** The only one of the options that a text names. */
function optionFor(options: string[], text: string): string | undefined {
	const word = plainWord(text);
	const named = options.filter((option) => word !== '' && plainWord(option) === word);
	return named.length === 1 ? named[0] : undefined;
}

/** What a text that somebody typed in the chat answers; undefined for one that is no answer to the question. */
export function answerIn(question: Question, text: string): ValidAnswer | undefined {
	const isText = text.length <= longestText && visible(text).trim() !== '';
	const answer = isText ? decided(question, text) : undefined;
	const field = onlyField(question);
	if (!answer || (!field && question.fields.length > 0)) return undefined;
	const { decision, given } = answer;
	if (!field) return { decision, values: [] };
	const parts = field.type === 'checkbox' ? given.split(',') : [given];
	const sent = parts.map((part) => optionFor(field.options, part) ?? part.trim());
	const read = readField(field, sent);
	return 'fault' in read ? undefined : { decision, values: [read.value] };
}

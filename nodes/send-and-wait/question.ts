import type { IDataObject } from 'n8n-workflow';

import { hasPhrase, plainWord, typedWord, typedWords } from '../shared/input/words';
import { InvalidInput, quote } from '../shared/input/invalid-input';
import { oneOf, plainObject, textList, textValue } from '../shared/input/values';
import type { ItemParameters } from '../shared/parameters/parameters';
import { saysOther, usualWords, type Meaning } from './answer-words';

const responseTypes = ['approval', 'choice', 'freeText'] as const;
type ResponseType = (typeof responseTypes)[number];

/** One of the answers that a question offers: a button of its page. An approval is a choice of two with a meaning. */
export interface Choice extends Meaning {
	/** The value of `decision` in what the page sends: `approve`, `decline`, or the number of a choice. */
	decision: string;
	/** The number or letter in front of it, where the message lists the choices. */
	key?: string;
}

/** What somebody is asked; it is stored while the execution waits. */
export interface Question {
	version: 2;
	askedBy: string;
	text: string;
	responseType: ResponseType;
	/** None for a free text. */
	choices: Choice[];
	/** What the person gets back in the chat, in the user's own words; nothing where it is empty. */
	answerToYes?: string;
	/** When it is too late to answer, in milliseconds. */
	until?: number;
}

/** What the first version stored: an approval, a free text, or a form. */
interface EarlierQuestion extends Omit<Question, 'version' | 'choices'> {
	version?: undefined;
	buttons: Array<Pick<Choice, 'decision' | 'label'>>;
	words?: Record<string, string[]>;
}

/** An answer that fits its question. */
export interface Answer {
	choice?: Choice;
	/** The free text, or the reason of an approval. */
	text: string;
}

/** Characters that a text may have. */
export const longestText = 10_000;

/** The text that a question takes; undefined for none. */
export function textFieldOf({ responseType, choices }: Question) {
	if (responseType === 'freeText') return { label: 'Your answer', isRequired: true };
	const takesReason = responseType === 'approval' && choices.length > 1;
	return takesReason ? { label: 'Reason (optional)', isRequired: false } : undefined;
}

const inPanel = 'Choose the options in the panel.';

/** Refuses labels and words that stand for two choices. */
function requireApart(choices: Meaning[], what: string, remedy: string): void {
	const all = choices.flatMap(({ label, words }) => {
		const spellings = [label, ...words].map((word) => [plainWord(word), word] as const);
		return [...new Map(spellings)];
	});
	const [, both] = all.find(([plain]) => all.filter(([other]) => other === plain).length > 1) ?? [];
	if (both !== undefined) throw new InvalidInput(`${quote(both)} stands for ${what}`, remedy);
}

const numberWords = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** What may stand in front of the choices, and what else means it. */
const keySets = [
	numberWords.map((word, index) => [String(index + 1), word]),
	[...'ABCDEFGHI'].map((letter) => [letter]),
];

/**
 * The choices with the numbers that stand in front of them; with letters where a label has the number of another one in it.
 * InvalidInput where a label has such a letter, too.
 */
function withKeys(choices: Choice[]): Choice[] {
	const isApart = (keys: string[], own: number) =>
		!choices.some(({ label }, index) => index !== own && keys.some((key) => hasPhrase(label, key)));
	const keys = keySets.find((set) => choices.every((_, index) => isApart(set[index] ?? [], index)));
	if (!keys) {
		const fault = 'Neither numbers nor letters tell the labels apart: they have both in them';
		throw new InvalidInput(fault, 'Leave the numbers out of the labels, or write them as words.');
	}
	return choices.map((choice, index) => {
		const own = keys[index] ?? [];
		return { ...choice, key: own[0], words: [...choice.words, ...own] };
	});
}

type Side = { decision: 'approve' | 'decline' } & Meaning;

/**
 * The choices of an approval. Where a label or word has what usually means the other one, only the user's own count; by a
 * number, where that stands in a longer label.
 */
function approvalChoices(sides: Side[]): Choice[] {
	const isTurned = ({ decision, label, words }: Side) =>
		[label, ...words].some((word) => saysOther(decision, word));
	if (!sides.some(isTurned)) {
		return sides.map((side) => ({ ...side, words: [...side.words, ...usualWords[side.decision]] }));
	}
	const isLong = ({ decision, label }: Side) => saysOther(decision, label) && plainWord(label).includes(' ');
	return sides.some(isLong) ? withKeys(sides) : sides;
}

function approval(parameters: ItemParameters): Choice[] {
	const field = 'Approval Options';
	const options = plainObject(field, parameters.raw('approvalOptions'), inPanel);
	const values = plainObject(field, options.values, inPanel);
	const approvalType = oneOf('Type of Approval', values.approvalType ?? 'double', ['single', 'double']);
	const { wordsForYes, wordsForNo } = parameters.options();
	const labelOf = (name: string, label: unknown, preset: string) =>
		typedWord(name, textValue(field, label).trim() || preset);
	const approve: Side = {
		decision: 'approve',
		label: labelOf('Approve Button Label', values.approveLabel, 'Approve'),
		words: typedWords('The option Words for Yes', wordsForYes),
	};
	const declineWords = typedWords('The option Words for No', wordsForNo);
	if (approvalType === 'single') return approvalChoices([approve]);
	const label = labelOf('Decline Button Label', values.disapproveLabel, 'Decline');
	const sides: Side[] = [approve, { decision: 'decline', label, words: declineWords }];
	const remedy = 'Give each button words of its own: look at the two labels, Words for Yes and Words for No.';
	requireApart(sides, 'both buttons', remedy);
	return approvalChoices(sides);
}

function choice(parameters: ItemParameters): Choice[] {
	const labels = textList('Choices', parameters.raw('choices'), /\n/);
	if (labels.length < 2 || labels.length > numberWords.length) {
		const remedy = 'Write each label on a line of its own.';
		throw new InvalidInput(`Choices needs two to nine labels, and has ${labels.length}`, remedy);
	}
	const choices = labels.map((text, index) => {
		const label = typedWord('A label in Choices', text);
		return { decision: String(index + 1), label, words: [] };
	});
	requireApart(choices, 'two of the choices', 'Give each choice a label of its own.');
	return withKeys(choices);
}

/** The question that an item asks. InvalidInput for one that could not be answered. `workflow` asks, unless the item says who. */
export function questionOf(parameters: ItemParameters, workflow: string, until: number): Question {
	const text = textValue('Message', parameters.raw('message')).trim();
	if (text === '') throw new InvalidInput('The question has no text', 'Fill Message.');
	const responseType = oneOf('Response Type', parameters.raw('responseType') ?? 'approval', responseTypes);
	const { askedBy, answerToYes } = parameters.options();
	const choicesOf = { approval, choice, freeText: () => [] };
	return {
		version: 2,
		askedBy: textValue('The option Asked By', askedBy).trim() || workflow,
		text,
		responseType,
		choices: choicesOf[responseType](parameters),
		...(answerToYes !== undefined && { answerToYes: textValue('The option Answer to a Yes', answerToYes) }),
		until,
	};
}

/** A question as it was stored; undefined for one that this version cannot ask. */
export function storedQuestion(stored: Question | EarlierQuestion): Question | undefined {
	if (!responseTypes.includes(stored.responseType) || (stored.version ?? 2) !== 2) return undefined;
	if (stored.version === 2) return stored;
	const { buttons, words, ...asked } = stored;
	const sides = buttons.map((button) => ({ ...button, words: words?.[button.decision] ?? [] }) as Side);
	const choices = asked.responseType === 'approval' ? approvalChoices(sides) : [];
	return { ...asked, version: 2, choices };
}

/** What an answer makes of the item, in the form of n8n's own nodes. `responder` typed it in the chat. */
export function answerData(
	{ responseType }: Question,
	{ choice, text }: Answer,
	responder?: string,
): IDataObject {
	const responded: IDataObject = {
		respondedAt: new Date().toISOString(),
		respondedIn: responder === undefined ? 'page' : 'chat',
		...(responder !== undefined && { responder }),
	};
	if (!choice) return { text, ...responded };
	const { decision, label } = choice;
	if (responseType === 'choice') {
		return { choice: label, choice_number: Number(decision), answered: true, ...responded };
	}
	const approved = decision === 'approve';
	return {
		approved,
		...(text && { reason: text }),
		// n8n's agent takes this for what the person says about the tool call that it had in mind.
		...(text && !approved && { chatInput: text }),
		...responded,
	};
}

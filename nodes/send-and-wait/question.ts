import type { IDataObject } from 'n8n-workflow';

import { plainWord, typedWord, typedWords } from '../shared/input/words';
import { InvalidInput, quote } from '../shared/input/invalid-input';
import { oneOf, plainObject, textValue } from '../shared/input/values';
import type { ItemParameters } from '../shared/operation/parameters';
import { formFields, textField, type FieldValue, type FormField } from './form-field';

const responseTypes = ['approval', 'freeText', 'customForm'] as const;
type ResponseType = (typeof responseTypes)[number];

/** What a button of the page does: it is the value of `decision` in what the page sends. */
export type Decision = 'approve' | 'decline' | 'send';

/** What somebody is asked; it is stored while the execution waits. */
export interface Question {
	askedBy: string;
	text: string;
	responseType: ResponseType;
	fields: FormField[];
	buttons: Array<{ decision: Decision; label: string }>;
	/** The user's own words for a button, typed in the chat. */
	words?: Partial<Record<Decision, string[]>>;
	/** What the person gets back after a yes in the chat, in the user's own words; nothing where it is empty. */
	answerToYes?: string;
}

/** An answer that fits its question. */
export interface ValidAnswer {
	decision: Decision;
	/** In the order of the question's fields. */
	values: FieldValue[];
}

const inPanel = 'Choose the options in the panel.';

type Parts = Pick<Question, 'fields' | 'buttons' | 'words' | 'answerToYes'>;

/** Refuses a word that stands for both buttons, by its label or the user's words. */
function requireApart(approving: string[], declining: string[]): void {
	const declines = declining.map(plainWord);
	const both = approving.find((word) => declines.includes(plainWord(word)));
	if (both === undefined) return;
	throw new InvalidInput(
		`${quote(both)} stands for both buttons`,
		'Give each button words of its own: look at the two labels, Words for Yes and Words for No.',
	);
}

function approvalParts(parameters: ItemParameters): Parts {
	const field = 'Approval Options';
	const options = plainObject(field, parameters.raw('approvalOptions'), inPanel);
	const values = plainObject(field, options.values, inPanel);
	const approvalType = oneOf('Type of Approval', values.approvalType ?? 'double', ['single', 'double']);
	const labelOf = (name: string, label: unknown, preset: string) =>
		typedWord(name, textValue(field, label).trim() || preset);
	const approveLabel = labelOf('Approve Button Label', values.approveLabel, 'Approve');
	const approve = { decision: 'approve', label: approveLabel } as const;
	const { wordsForYes, wordsForNo, answerToYes } = parameters.options();
	const words = {
		approve: typedWords('The option Words for Yes', wordsForYes),
		decline: typedWords('The option Words for No', wordsForNo),
	};
	const ofChat = {
		words,
		...(answerToYes !== undefined && { answerToYes: textValue('The option Answer to a Yes', answerToYes) }),
	};
	if (approvalType === 'single') return { fields: [], buttons: [approve], ...ofChat };
	const declineLabel = labelOf('Decline Button Label', values.disapproveLabel, 'Decline');
	const decline = { decision: 'decline', label: declineLabel } as const;
	requireApart([approveLabel, ...words.approve], [declineLabel, ...words.decline]);
	const reason = textField('Reason (optional)', 'reason', false);
	return { fields: [reason], buttons: [approve, decline], ...ofChat };
}

function parts(responseType: ResponseType, parameters: ItemParameters): Parts {
	if (responseType === 'approval') return approvalParts(parameters);
	const isText = responseType === 'freeText';
	const fields = isText ? [textField('Your answer', 'text', true)] : formFields(parameters.raw('formFields'));
	return { fields, buttons: [{ decision: 'send', label: 'Send' }] };
}

/** The question that an item asks. InvalidInput for one that could not be answered. `workflow` asks, unless the item says who. */
export function questionOf(parameters: ItemParameters, workflow: string): Question {
	const text = textValue('Message', parameters.raw('message')).trim();
	if (text === '') throw new InvalidInput('The question has no text', 'Fill Message.');
	const responseType = oneOf('Response Type', parameters.raw('responseType') ?? 'approval', responseTypes);
	const askedBy = textValue('The option Asked By', parameters.options().askedBy).trim() || workflow;
	return { askedBy, text, responseType, ...parts(responseType, parameters) };
}

/** What an answer makes of the item, in the form of n8n's own nodes. `responder` typed it in the chat. */
export function answerData(
	{ responseType, fields }: Question,
	{ decision, values }: ValidAnswer,
	responder?: string,
): IDataObject {
	const responded: IDataObject = {
		respondedAt: new Date().toISOString(),
		respondedIn: responder === undefined ? 'page' : 'chat',
		...(responder !== undefined && { responder }),
	};
	if (responseType !== 'approval') {
		return { ...Object.fromEntries(fields.map(({ name }, index) => [name, values[index]])), ...responded };
	}
	const approved = decision === 'approve';
	const [reason] = values;
	return {
		approved,
		...(reason && { reason }),
		// n8n's agent takes this for what the person says about the tool call that it had in mind.
		...(reason && !approved && { chatInput: reason }),
		...responded,
	};
}

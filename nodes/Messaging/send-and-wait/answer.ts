import { readField, type FieldValue } from './form-field';
import { inputName, type Sent } from './page';
import type { Question, ValidAnswer } from './question';

/** What a page sent, as an answer to its question; or what is wrong with it, a sentence for each fault. */
export function readAnswer(question: Question, sent: Sent): ValidAnswer | { faults: string[] } {
	const pressed = question.buttons.find(({ decision }) => decision === sent.decision);
	if (!pressed) return { faults: ['Nothing was decided yet: press one of the buttons below.'] };
	const values: FieldValue[] = [];
	const faults: string[] = [];
	question.fields.forEach((field, index) => {
		const read = readField(field, sent[inputName(index)]);
		if ('fault' in read) faults.push(`${field.label} ${read.fault}.`);
		else values.push(read.value);
	});
	return faults.length > 0 ? { faults } : { decision: pressed.decision, values };
}

/** What a text in the chat decides of a question. */
import { answerIn } from '../../nodes/send-and-wait/chat-answer';
import { textField } from '../../nodes/send-and-wait/form-field';
import type { Question } from '../../nodes/send-and-wait/question';

interface Labels {
	labels?: [approve: string, decline: string];
	yes?: string[];
	no?: string[];
}

function approval({ labels: [approve, decline] = ['Approve', 'Decline'], yes = [], no = [] }: Labels = {}) {
	return {
		askedBy: 'n8n',
		text: 'Deploy?',
		responseType: 'approval',
		fields: [textField('Reason (optional)', 'reason', false)],
		buttons: [
			{ decision: 'approve', label: approve },
			{ decision: 'decline', label: decline },
		],
		words: { approve: yes, decline: no },
	} satisfies Question;
}

/** What a text decides: the decision and a reason, or nothing. */
function decision(text: string, labels: Labels = {}): string | undefined {
	const answer = answerIn(approval(labels), text);
	return answer && [answer.decision, ...answer.values.filter((value) => value !== '')].join(': ');
}

const turned: Labels = { labels: ['No', 'Yes'] };
const kept: Labels = { labels: ['Keep', 'OK'] };
const sentences: Labels = { labels: ['No, keep it', 'Yes, delete it'] };
const german: Labels = { yes: ['ja', 'na klar'], no: ['nein'] };

test.each<[string, string, Labels?]>([
	['yes', 'approve'],
	['ye\u200bs', 'approve'],
	['\u2068yes\u2069', 'approve'],
	['ＹＥＳ', 'approve'],
	['*yes*', 'approve'],
	['“ok”…', 'approve'],
	['y', 'approve'],
	['👍🏿', 'approve'],
	['approve', 'approve'],
	['No', 'decline'],
	['no, too expensive', 'decline: too expensive'],
	['no – too expensive', 'decline: too expensive'],
	['no, 5 is too many', 'decline: 5 is too many'],
	['no, y además es caro', 'decline: y además es caro'],
	['yes', 'decline', turned],
	['Yes, too late', 'decline: too late', turned],
	['no', 'approve', turned],
	['ok', 'decline', kept],
	['keep', 'approve', kept],
	['No, keep it', 'approve', sentences],
	['NA  KLAR!', 'approve', german],
	['nein, zu teuer', 'decline: zu teuer', german],
	['yes', 'approve', german],
	['Décline\u0301', 'decline', { labels: ['Oui', 'Décliné'] }],
	['d’accord', 'approve', { yes: ["d'accord"] }],
	['✅', 'approve', { labels: ['✅', '❌'] }],
])('%j decides: %s', (text, decided, labels = {}) => expect(decision(text, labels)).toBe(decided));

test.each<[string, Labels?]>([
	['No-brainer: approve it'],
	['no–too expensive'],
	['No. 5 is ready'],
	['no problem'],
	['No, yes go ahead'],
	['no – wait, approve'],
	['no, sorry: I meant 👍'],
	['nein, na klar', german],
	['no,too expensive'],
	['yes?'],
	['yes, but only on Monday'],
	['yes no'],
	['👍👎'],
	['okay', kept],
	['yes', kept],
	['👍', turned],
	['n', turned],
	['no', sentences],
	[''],
	['.'],
	['\ufffc'],
	['🏽'],
])('%j decides nothing', (text, labels = {}) => expect(decision(text, labels)).toBeUndefined());

test.each(['.', '. ', ' ', '\n', ',', '"'])('a long text of %j is no answer, and takes no time', (part) => {
	const begun = performance.now();
	expect(decision(`x${part.repeat(9_000 / part.length)}x`)).toBeUndefined();
	expect(performance.now() - begun).toBeLessThan(150);
});

describe('a form with one field', () => {
	const options = ['5', '-5', 'Small', 'small!', 'Crème brûlée', '!'];
	const form: Question = {
		askedBy: 'n8n',
		text: 'Which?',
		responseType: 'customForm',
		fields: [{ ...textField('Which', 'which', true), type: 'dropdown', options }],
		buttons: [{ decision: 'send', label: 'Send' }],
	};

	test.each([
		['5.', '5'],
		['-5', '-5'],
		['*CRÈME BRU\u0302LÉE*', 'Crème brûlée'],
		['Small', 'Small'],
		['small!', 'small!'],
		['!', '!'],
		['SMALL', undefined],
		['.', undefined],
		['', undefined],
	])('%j chooses %j', (text, chosen) => expect(answerIn(form, text)?.values[0]).toBe(chosen));

	test('a photo without a text leaves a field open that nobody has to fill', () => {
		const fields = [textField('Note', 'note', false)];
		expect(answerIn({ ...form, fields }, '')).toBeUndefined();
		expect(answerIn({ ...form, fields }, 'Thanks')?.values).toEqual(['Thanks']);
	});
});

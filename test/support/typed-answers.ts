/** What texts in the chat decide of questions: the one table, with bars between two texts. After `nothing`, the person is asked again. */
import type { INodeParameters } from 'n8n-workflow';

const labels = (approveLabel: string, disapproveLabel: string): INodeParameters => ({
	approvalOptions: { values: { approveLabel, disapproveLabel } },
});
const words = (wordsForYes: string, wordsForNo = ''): INodeParameters => ({
	options: { wordsForYes, wordsForNo },
});
const choices = (...all: string[]): INodeParameters => ({ responseType: 'choice', choices: all });

/** Texts by what they decide. */
type Answers = Record<string, string | string[]>;

const asUsual: Answers = {
	approved: [
		'yes | y | ye\u200bs | \u2068yes\u2069 | ＹＥＳ | *yes* | “ok”… | 👍🏿 | approve | Approved!',
		'Yes please! | yes, thank you | yes yes yes | yes 🙏 | Yes,please | sure | Sure!! | yep | Yeah',
		'go ahead | Go ahead, please. | ok do it | ok, thanks | yeah sure go for it | Please do | k | k 👍',
		'K, thanks! See you then 😊',
	],
	declined: 'No | nope | no thanks | No, thank you! | don’t | dont | please don’t | No, don’t do it | 👎',
	'declined: too expensive': 'no, too expensive | no – too expensive | No thanks, too expensive',
	'declined: it is late': 'no because it is late',
	'declined: 5 is too many': 'no, 5 is too many',
	'declined: y además es caro': 'no, y además es caro',
	nothing: [
		'1 | Yes but only on Monday | yes, but only half | ok no | no ok | No, go ahead',
		'No, yes go ahead | no – wait, approve | no, sorry: I meant 👍 | no, sure | not approved',
		'do not approve yet, sure? | No-brainer: approve it | no–too expensive | no,too expensive',
		'No. 5 is ready | no problem | no worries | yes? | ok??? | ¿yes? | yes/no | yes no | yes or no',
		'👍👎 | not sure | absolutely not | please do not approve | let me think | sure about that',
		'go ahead with half | do it tomorrow | thanks | please | thank you! | 🙏 | who is this?',
		'Approve or decline | . | \ufffc | 🏽 | yes, see you tomorrow | k no | See you!',
		'',
	],
};

/** A question with three choices. */
export const three = choices('Confirm', 'Move to another day', 'Call off');

const ofThree: Answers = {
	'1 Confirm': '1 | 1. | ok 1 | Confirm! | “confirm” | 1 Confirm | conf',
	'2 Move to another day': [
		'(2) | 2) | ２ | 2 please | please 2 | 2, thanks! | two | Move | move to another day please',
		'move to | k, 2 please, thank you! See you 😊',
	],
	'3 Call off': '#3 | 3️⃣ | ③ | call off, thanks | call',
	nothing: [
		'0 | 4 | 12 | 1 or 2 | 1, 2 | 1,2 | 1/2 | 1-2 | 1.2 | 1️⃣2️⃣ | ½ | 1 2 | 1? | not 2 | 2 pm | 2pm',
		'2:30 | $2 | 2% | <2 | +12025550120 | confirm or move | confirm move | 2 confirm | move to Monday',
		"don't confirm | co | c | yes | no | ok | ok thanks | 👍 | can I come later?",
	],
};

export const typedAnswers: Array<[of: string, INodeParameters, Answers]> = [
	['an approval', {}, asUsual],
	['a choice of three', three, ofThree],
	[
		'labels that say the opposite of what is usual',
		labels('No', 'Yes'),
		{ declined: 'yes', 'declined: too late': 'Yes, too late', approved: 'no', nothing: '👍 | n | ok' },
	],
	[
		'a label that is a usual word of the other button',
		labels('Keep', 'OK'),
		{ declined: 'ok', approved: 'keep', nothing: 'okay | yes | sure | no' },
	],
	[
		'labels that begin with what usually means the other button',
		labels('No, keep it', 'Yes, delete it'),
		{ declined: '2', approved: 'No, keep it', nothing: 'no | yes | yes, please' },
	],
	[
		'labels that end with what usually means the other button',
		labels('Cancel order: no', 'Cancel order: yes'),
		{ approved: '1', declined: '2. | two', nothing: 'yes | no | ok | Cancel order' },
	],
	[
		'labels that have their own meaning in longer words',
		labels('Do it', "Don't do it"),
		{ approved: 'yes | do it', declined: "don't | no | don’t do it!" },
	],
	[
		'labels with words of their own',
		labels('Refund $48', 'Keep it'),
		{ approved: 'refund $48 | yes', declined: 'Keep it, thanks', nothing: 'refund $50 | refund' },
	],
	[
		'one button',
		{ approvalOptions: { values: { approvalType: 'single' } } },
		{ approved: 'yes | ok!', nothing: 'no | ok no | no, too late' },
	],
	[
		'words in German',
		words('ja, na klar', 'nein'),
		{
			approved: 'NA  KLAR! | yes',
			'declined: zu teuer': 'nein, zu teuer',
			nothing: 'ja bitte | nein, na klar | nein ja',
		},
	],
	['a label in French', labels('Oui', 'Décliné'), { declined: 'De\u0301cline\u0301', approved: 'OUI !' }],
	['a word with a sign', words("d'accord"), { approved: 'd’accord' }],
	['emoji as labels', labels('✅', '❌'), { approved: '✅', declined: '❌❌', nothing: '✅❌' }],
	[
		'labels that are numbers in their order',
		choices('1 person', '2 people', '3 or more'),
		{ '2 2 people': '2 | 2 people please', '3 3 or more': '3', nothing: '4' },
	],
	[
		'labels with the numbers of other ones: letters',
		choices('Monday 2 March', 'Tuesday 3 March', 'Monday 9 March'),
		{
			'1 Monday 2 March': 'a',
			'2 Tuesday 3 March': '(B) | tuesday',
			'3 Monday 9 March': 'monday 9',
			nothing: '2 | 3 | monday | a or b',
		},
	],
	[
		'labels that begin alike',
		choices('Yes', 'Yes, with breakfast', 'No', 'Yesterday'),
		{
			'1 Yes': 'yes | yes please',
			'2 Yes, with breakfast': 'yes with',
			'3 No': 'no',
			'4 Yesterday': 'yester',
		},
	],
	[
		'a label that a yes does not begin',
		choices('Today', 'Yesterday'),
		{ '2 Yesterday': 'yest', nothing: 'yes' },
	],
	['labels that marks tell apart', choices('C', 'C++', 'C#'), { '1 C': 'c', '2 C++': 'c++', '3 C#': 'C#' }],
	[
		'a free text',
		{ responseType: 'freeText' },
		{
			'text: On Monday': ' On Monday ',
			'text: yes?': 'yes?',
			'text: 1.000': '1.000',
			nothing: ['\ufffc', ''],
		},
	],
];

/** What people's words mean: keywords, and words of a field that nobody can type. */
import { keywordIn, optOutNames, plainWord, typedWords } from '../../nodes/shared/input/words';
import { textOf } from '../../scripts/project-root';

describe('a text opts out that is one of the words, however it is typed', () => {
	test.each([
		'STOP',
		'stop',
		'STOP.',
		'STOP,',
		'Stop…',
		'Stop 🛑',
		'STOP 🙏🏽',
		'"STOP"',
		'“Stop”',
		'«Stop»',
		'*STOP*',
		'~stop~',
		'ＳＴＯＰ',
		'ST\u200bOP',
		'\u2068STOP\u2069',
		'STOP\ufe0f',
		'ST\u00adOP',
		'STOP\ufffc',
		'S.T.O.P.',
		'STOPALL',
		'STOP-ALL',
		'QUIT',
		'END',
		'revoke',
		'OPT OUT',
		'opt-out',
		'OptOut',
		'Cancel',
		'Unsubscribe!',
		'STOP\n\nSent from my iPhone',
		'STOP\r\n\r\nAda Lovelace',
		'STOP\n-- \nAda',
		'Stop.\nGet Outlook for iOS',
	])('%j', (text) => expect(keywordIn(text)).toBe('optOut'));

	test.each([
		['Arre\u0302t', 'arrêt'],
		['ARRÊT !', 'arrêt'],
		['Schluß', 'schluss'],
		['İPTAL', 'iptal'],
		['n’écrivez plus', "n'écrivez plus"],
		['🛑', '🛑'],
	])('%j, by a word of the user: %j', (text, word) => {
		expect(keywordIn(text)).toBeUndefined();
		expect(keywordIn(text, [word])).toBe('optOut');
	});
});

test.each([
	'Stop by at 8',
	'Stop\nSend it back',
	'Please stop by',
	'Non-stop',
	'End of May',
	'Cancel my appointment',
	'Cancel\n- the chairs',
	'I quit smoking',
	'No',
	'Hello\n\nSTOP',
	'Hello\n-- \nSTOP',
	'revoked',
	'What does opt out mean?',
	'',
	' ',
	'.',
	'👍',
	'🏽',
	'\u200b',
	'\ufffc',
	`Stop${' and go'.repeat(100)}`,
])('%j is no keyword', (text) => expect(keywordIn(text)).toBeUndefined());

test.each(['START', 'start!', '“Unstop”', 'ＳＴＡＲＴ', 'Start\n\nSent from my iPhone'])(
	'%j opts in',
	(text) => expect(keywordIn(text)).toBe('optIn'),
);

test('a text without words equals no word that a field may have', () => {
	const texts = ['', ' ', '!', '.', '…', '“”', '**', '🏽', '\u200b', '\ufffc', '?', '+', '-', ',;'];
	for (const word of texts.filter((text) => text.trim() !== '' && text !== ',;')) {
		expect(() => typedWords('Words', [word])).toThrow(/^Words is ".*", which has no letter, digit or emoji$/);
	}
	const words = typedWords('Words', 'ja, 1, 👍, ✓, はい, 🏳️‍🌈, ن');
	for (const text of texts) expect(words.map(plainWord)).not.toContain(plainWord(text));
});

test('the page of the opt-outs names the same words as the panels', () => {
	expect(optOutNames).toBe('STOP, STOP ALL, QUIT, END, REVOKE, OPT OUT, CANCEL, or UNSUBSCRIBE');
	expect(textOf('docs/conversations.md').replace(/\s+/g, ' ')).toContain(optOutNames);
});

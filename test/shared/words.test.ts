/** Words of a field that nobody can type, and the words that a page names. */
import { optOutNames, plainWord, typedWords } from '../../nodes/shared/input/words';
import { textOf } from '../../scripts/project-root';

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

/** Words of a field that nobody can type, and the words that a page names. */
import { keywordIn, optOutNames, plainWord, typedWords } from '../../nodes/shared/input/words';
import { textOf } from '../../scripts/project-root';

test('a text without words equals no word that a field may have', () => {
	const texts = ['', ' ', '!', '.', '…', '“”', '**', '🏽', '\u200b', '\ufffc', '?', '+', '-', ',;'];
	for (const word of texts.filter((text) => text.trim() !== '' && text !== ',;')) {
		expect(() => typedWords('Words', [word])).toThrow(/^Words is ".*", which has no letter, digit or emoji$/);
	}
	const words = typedWords('Words', 'ja, 1, 👍, ✓, はい, 🏳️‍🌈, ن');
	for (const text of texts) expect(words.map(plainWord)).not.toContain(plainWord(text));
});

test('a text of more than 500 characters is no keyword, whatever stands behind its first word', () => {
	const texts = [500, 501].map((length) => 'STOP'.padEnd(length));
	expect(texts.map((text) => keywordIn(text))).toEqual(['optOut', undefined]);
});

test.each([
	['arrêt', ['ARRET', 'Arrêt', 'Arre\u0302t!', 'arrêt, arrêt', 'ARRET ARRET ARRET'], ['arrête', 'arrêt 5']],
	['arret', ['ARRÊT', 'Arrêt.'], ['arre t x']],
	['wyłącz', ['Wylacz', 'WYŁĄCZ'], ['wyłączę', 'wlacz']],
	['désabonner', ['Desabonner', 'DÉSABONNER désabonner'], ['se désabonner']],
	['dejar de recibir', ['Dejar de recibir', 'déjar-de-recibir', 'dejarderecibir'], ['dejar', 'recibir']],
	['bye bye', ['Bye bye', 'byebye'], ['bye', 'bye, bye, love']],
	['no', ['No', 'no, no!', 'NÓ'], ['nono', 'no thanks', 'on']],
	['停止', ['停止', '「停止」'], ['停', '止']],
	['стоп', ['СТОП', 'стоп стоп'], ['стопка']],
	['रोको', ['रोको'], ['रको']],
	['🛑', ['🛑', '🛑🏽'], ['', '.', '👍', '\u0301']],
])('"%s" is what people write as %j, and neither of %j', (word, same, others) => {
	const found = (texts: string[]) => texts.filter((text) => keywordIn(text, [word]) === 'optOut');
	expect(found([...same, ...others])).toEqual(same);
});

test('the page of the opt-outs names the same words as the panels', () => {
	expect(optOutNames).toBe('STOP, STOP ALL, QUIT, END, REVOKE, OPT OUT, CANCEL, or UNSUBSCRIBE');
	expect(textOf('docs/conversations.md').replace(/\s+/g, ' ')).toContain(optOutNames);
});

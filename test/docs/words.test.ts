/** The pages stay short enough to be read. */
import { pages, textOf, wordsOf } from './pages';

const guides = [
	'first-message',
	'sending-to-a-list',
	'sending-to-many-people',
	'conversations',
	'approvals',
	'when-something-fails',
];

/** How many words a page has. */
function wordCount(text: string): number {
	return wordsOf(text)
		.split(' ')
		.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function withoutCode(text: string): string {
	return text.replace(/^```[^]*?^```$/gm, '');
}

test('the README has at most 900 words', () => {
	expect(wordCount(withoutCode(textOf('README.md')))).toBeLessThanOrEqual(900);
});

test.each(guides)('the guide %s has at most 700 words', (name) => {
	expect(wordCount(withoutCode(textOf(`docs/${name}.md`)))).toBeLessThanOrEqual(700);
});

test('README and docs together have at most 18,000 words, with their code', () => {
	const read = pages.filter((page) => page === 'README.md' || page.startsWith('docs/'));
	const words = read.map((page) => wordCount(textOf(page)));
	expect(words.length).toBeGreaterThan(20);
	expect(words.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(18_000);
});

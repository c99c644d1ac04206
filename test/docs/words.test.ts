/** The pages stay short enough to be read. */
import { textOf, wordsOf } from './pages';

const guides = [
	'first-message',
	'sending-to-a-list',
	'sending-to-many-people',
	'conversations',
	'approvals',
	'when-something-fails',
];

/** How many words a page has, without its code. */
function wordCount(page: string): number {
	const prose = textOf(page).replace(/^```[^]*?^```$/gm, '');
	return wordsOf(prose)
		.split(' ')
		.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

test('the README has at most 900 words', () => {
	expect(wordCount('README.md')).toBeLessThanOrEqual(900);
});

test.each(guides)('the guide %s has at most 700 words', (name) => {
	expect(wordCount(`docs/${name}.md`)).toBeLessThanOrEqual(700);
});

import { pages, textOf, wordsOf } from './pages';

/** Words as somebody reads them, without what stands in comments. */
function countOf(page: string): number {
	const text = wordsOf(textOf(page).replace(/<!--[^]*?-->/g, ''));
	return text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

const manual = pages.filter((page) => /^(README|CONTRIBUTING|docs\/.+)\.md$/.test(page));
const generated = ['docs/interface.md', 'docs/evidence.md'];

test('what people write in README, CONTRIBUTING and docs/ is at most 14,400 words, and the README 800', () => {
	const written = manual.filter((page) => !generated.includes(page));
	expect(written.map(countOf).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(14_400);
	expect(countOf('README.md')).toBeLessThanOrEqual(800);
});

test('docs/ has at most twelve pages for users, and those for contributors', () => {
	const others = [
		...generated,
		'docs/architecture.md',
		'docs/public-material.md',
		'docs/verification-video.md',
	];
	const ours = pages.filter((page) => page.startsWith('docs/'));
	expect(others.filter((page) => !ours.includes(page))).toEqual([]);
	expect(ours.length - others.length).toBeLessThanOrEqual(12);
});

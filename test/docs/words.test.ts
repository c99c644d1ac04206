import { pages } from './pages';
import { textOf } from '../../scripts/project-root';

/** As `wc -w` counts. */
function countOf(page: string): number {
	return textOf(page).split(/\s+/).filter(Boolean).length;
}

test('README, CONTRIBUTING and docs/ have at most 15,000 words, and the README 800', () => {
	const all = pages.filter((page) => /^(README|CONTRIBUTING|docs\/.+)\.md$/.test(page));
	expect(all.map(countOf).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(15_000);
	expect(countOf('README.md')).toBeLessThanOrEqual(800);
});

test('docs/ has at most twelve pages for users, and those for contributors', () => {
	const others = [
		'docs/interface.md',
		'docs/evidence.md',
		'docs/architecture.md',
		'docs/public-material.md',
		'docs/verification-video.md',
	];
	const ours = pages.filter((page) => page.startsWith('docs/'));
	expect(others.filter((page) => !ours.includes(page))).toEqual([]);
	expect(ours.length - others.length).toBeLessThanOrEqual(12);
});

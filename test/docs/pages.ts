import { globSync } from 'node:fs';
import MarkdownIt from 'markdown-it';

import { root } from '../../scripts/project-root';

/** The pages that people read, by path under the project. */
export const pages = [
	...globSync('*.md', { cwd: root }),
	...globSync('{docs,examples,simulator}/*.md', { cwd: root }),
].sort();

/** A page as a browser shows it. */
export function htmlOf(text: string): string {
	return new MarkdownIt({ html: true }).render(text);
}

/** Everything that a page points to: links, pictures and what stands for them in the dark. */
export function targetsIn(text: string): string[] {
	return [...htmlOf(text).matchAll(/\b(?:href|src|srcset)="([^"]+)"/g)].map(([, target = '']) => target);
}

/** The words of a page, without marks and links, each run of blanks as one. */
export function wordsOf(text: string): string {
	const withoutTags = htmlOf(text).replace(/<[^>]+>/g, ' ');
	return withoutTags
		.replace(/&quot;/g, '"')
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&amp;/g, '&')
		.replace(/\s+/g, ' ');
}

/** The names under which GitHub lets one point to the headings of a page. */
export function anchorsIn(text: string): string[] {
	const headings = [...htmlOf(text).matchAll(/<h[1-6]>(.*?)<\/h[1-6]>/g)].map(([, html = '']) => html);
	return headings.map((heading) =>
		wordsOf(heading.replace(/<[^>]+>/g, ''))
			.trim()
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-'),
	);
}

/**
 * Writes the README as npm shows it: pictures and links with the address of the repository in package.json and a tag.
 * For a checkout that is packed and thrown away.
 *
 *   npm run release:readme -- --tag v1.2.3
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { repositoryPage, root, textOf } from './project-root';

/** A link or picture in Markdown: `[text](target)` or `![text](target)`. */
const markdownTarget = /(!?)(\[[^\]]*\])\(([^)\s]+)\)/g;

/** The address of a picture in the HTML that Markdown may hold. */
const htmlPicture = /\b(src|srcset)="([^"]+)"/g;

/** A target inside the repository: no other address, and no place on the page itself. */
function isInRepository(target: string): boolean {
	return !/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target);
}

/**
 * The README as it is published. npm shows it without the repository around it, so every target inside the repository
 * becomes an address of the repository's `page`, at the `tag` of the version: pictures as files, links as pages.
 */
function publishedReadme(readme: string, page: string, tag: string): string {
	const address = (kind: 'raw' | 'blob', target: string) =>
		isInRepository(target) ? `${page}/${kind}/${tag}/${target.replace(/^\.\//, '')}` : target;
	return readme
		.replace(htmlPicture, (_, name: string, target: string) => `${name}="${address('raw', target)}"`)
		.replace(markdownTarget, (_, picture: string, text: string, target: string) => {
			return `${picture}${text}(${address(picture ? 'raw' : 'blob', target)})`;
		});
}

const { tag } = parseArgs({ options: { tag: { type: 'string' } } }).values;
if (tag === undefined) throw new Error('Usage: npm run release:readme -- --tag <tag>');

writeFileSync(join(root, 'README.md'), publishedReadme(textOf('README.md'), repositoryPage, tag));

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
export function publishedReadme(readme: string, page: string, tag: string): string {
	const address = (kind: 'raw' | 'blob', target: string) =>
		isInRepository(target) ? `${page}/${kind}/${tag}/${target.replace(/^\.\//, '')}` : target;
	return readme
		.replace(htmlPicture, (_, name: string, target: string) => `${name}="${address('raw', target)}"`)
		.replace(markdownTarget, (_, picture: string, text: string, target: string) => {
			return `${picture}${text}(${address(picture ? 'raw' : 'blob', target)})`;
		});
}

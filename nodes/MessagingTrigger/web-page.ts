const pageType = /^(?:text\/html|application\/xhtml\+xml)$/i;
const pageName = /\.x?html?$/i;

/** Files that can hold no page. */
const mediaType = /^(?:image|audio|video)\/|^application\/pdf$/i;
const mediaName =
	/\.(?:jpe?g|png|gif|webp|bmp|tiff?|hei[cf]|svg|mp[34]|m4[av]|mov|3gp|amr|caf|aac|ogg|opus|wav|webm|pdf)$/i;

/** How a page begins, perhaps behind a byte order mark. */
const page =
	/^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype html|html|head|body)\b/i;

/** How many bytes tell a page from another file. */
const beginning = 1024;

/** Bytes below the tab, which no text has. */
function isText(bytes: Buffer): boolean {
	return bytes.every((byte) => byte >= 9);
}

/** What the type and the name of a file say that it is; '' where they say nothing. */
function kindOf(type: string, name: string): 'page' | 'media' | 'other' | '' {
	if (pageType.test(type) || pageName.test(name)) return 'page';
	if (type === '' && !/\.\w+$/.test(name)) return '';
	return (type === '' ? mediaName.test(name) : mediaType.test(type)) ? 'media' : 'other';
}

/**
 * Whether a server has answered with a web page, such as a login, in place of a file of this type and name ('' for none). `served`
 * is the type that the server says.
 */
export function isPageInstead(bytes: Buffer, served: string, type: string, name: string): boolean {
	const kind = kindOf(type, name);
	const begin = bytes.subarray(0, beginning);
	const isServedAsPage = pageType.test(served);
	const isPage = page.test(begin.toString('latin1'));
	if (kind === 'media') return isPage || (isServedAsPage && isText(begin));
	return kind === 'other' && isPage && isServedAsPage;
}

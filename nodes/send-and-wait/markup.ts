const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** HTML that holds values as text only. */
export class Markup {
	constructor(readonly source: string) {}
}

type Part = Markup | Markup[] | string | number | boolean | undefined;

function htmlOf(part: Part): string {
	if (part instanceof Markup) return part.source;
	if (Array.isArray(part)) return part.map(htmlOf).join('');
	if (part === undefined || part === false) return '';
	return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A template of HTML: every value in it is escaped, but for HTML made by this function; false and undefined are left out. */
export function markup(texts: TemplateStringsArray, ...parts: Part[]): Markup {
	return new Markup(texts.map((text, index) => text + htmlOf(parts[index])).join(''));
}

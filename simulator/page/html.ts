/** HTML that is safe to show. */
export class Html {
	constructor(readonly text: string) {}
}

/** What may stand in HTML: text is escaped; what is not there leaves nothing. */
type Content = Html | string | number | false | null | undefined | Content[];

function shown(content: Content): string {
	if (content instanceof Html) return content.text;
	if (Array.isArray(content)) return content.map(shown).join('');
	if (content === undefined || content === null || content === false) return '';
	const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
	return String(content).replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** HTML with values in it, as a tag of a template. */
export function html(strings: TemplateStringsArray, ...values: Content[]): Html {
	return new Html(String.raw({ raw: strings }, ...values.map(shown)));
}

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text as it may stand in HTML, attribute values included. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}

/** A piece of HTML that is safe to put into a page as it is. */
export class Html {
	constructor(readonly text: string) {}
}

/** What may stand in an `html` template: text is escaped, nothing is left out. */
export type HtmlValue = string | number | Html | readonly Html[] | null | undefined | false;

function valueText(value: HtmlValue): string {
	if (value === null || value === undefined || value === false) return '';
	if (value instanceof Html) return value.text;
	if (typeof value === 'object') return value.map(({ text }) => text).join('');
	return escapeHtml(String(value));
}

/** Template tag: the HTML of a template in which every value is escaped unless it is HTML already. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
	return new Html(String.raw({ raw: strings }, ...values.map(valueText)));
}
